import { afterAll } from 'vitest';
import { closeServers } from './judged.ts';
import { testSection } from './section.ts';
import { shapes } from './shapes.ts';

afterAll(closeServers);

testSection(shapes);
