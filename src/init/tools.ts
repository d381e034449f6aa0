/** Where a job can be written for, and what runs before a commit. */
export const ciIds = ['github', 'gitlab', 'none'] as const;
export type Ci = (typeof ciIds)[number];

export const hookIds = ['pre-commit', 'husky', 'lefthook', 'none'] as const;
export type Hook = (typeof hookIds)[number];
