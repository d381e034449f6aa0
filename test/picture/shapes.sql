-- Partition trees of each kind that can be drawn.

CREATE TABLE event (id integer, day date NOT NULL) PARTITION BY RANGE (day);
CREATE TABLE event_old PARTITION OF event FOR VALUES FROM (MINVALUE) TO ('2024-01-01');
CREATE TABLE event_b PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE event_a PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE event_rest PARTITION OF event DEFAULT;

CREATE TABLE place (id integer, country text) PARTITION BY LIST (country);
CREATE TABLE place_1 PARTITION OF place FOR VALUES IN ('us', 'ca');
CREATE TABLE place_2 PARTITION OF place FOR VALUES IN ('de');
CREATE TABLE place_3 PARTITION OF place FOR VALUES IN (NULL);

CREATE TABLE hashed (id integer) PARTITION BY HASH (id);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE hashed_2 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 2);

-- Groups of unlike ranges, and one that is not divided.
CREATE TABLE unlike (g integer, day date NOT NULL) PARTITION BY LIST (g);
CREATE TABLE unlike_g1 PARTITION OF unlike FOR VALUES IN (1) PARTITION BY RANGE (day);
CREATE TABLE unlike_g1_a PARTITION OF unlike_g1 FOR VALUES FROM ('2020-01-01') TO ('2024-01-01');
CREATE TABLE unlike_g1_b PARTITION OF unlike_g1 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE unlike_g2 PARTITION OF unlike FOR VALUES IN (2) PARTITION BY RANGE (day);
CREATE TABLE unlike_g2_a PARTITION OF unlike_g2 FOR VALUES FROM ('2023-01-01') TO ('2024-01-01');
CREATE TABLE unlike_g2_b PARTITION OF unlike_g2 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE unlike_g2_rest PARTITION OF unlike_g2 DEFAULT;
CREATE TABLE unlike_rest PARTITION OF unlike DEFAULT;

CREATE TABLE deep (region text, kind integer, y integer, q integer) PARTITION BY LIST (region);
DO $$
DECLARE
  r text;
  k integer;
BEGIN
  FOREACH r IN ARRAY ARRAY['eu', 'us'] LOOP
    EXECUTE format('CREATE TABLE deep_%1$s PARTITION OF deep FOR VALUES IN (%1$L) PARTITION BY RANGE (kind)', r);
    FOR k IN 1..2 LOOP
      EXECUTE format('CREATE TABLE deep_%1$s_k%2$s PARTITION OF deep_%1$s FOR VALUES FROM (%2$s) TO (%3$s) PARTITION BY RANGE (y, q)', r, k, k + 1);
      EXECUTE format('CREATE TABLE deep_%1$s_k%2$s_a PARTITION OF deep_%1$s_k%2$s FOR VALUES FROM (2025, 1) TO (2025, 3)', r, k);
      EXECUTE format('CREATE TABLE deep_%1$s_k%2$s_b PARTITION OF deep_%1$s_k%2$s FOR VALUES FROM (2025, 3) TO (2025, 5)', r, k);
    END LOOP;
  END LOOP;
END $$;

-- Groups whose names do not begin with the table's go by what they hold.
CREATE TABLE "Mixed ""Case""" ("Key" text, day date) PARTITION BY LIST ("Key");
CREATE TABLE "büro 🐘" PARTITION OF "Mixed ""Case""" FOR VALUES IN ('büro', '🐘') PARTITION BY RANGE (day);
CREATE TABLE "x y" PARTITION OF "büro 🐘" FOR VALUES FROM ('2025-01-01') TO ('2025-02-01');
CREATE TABLE other PARTITION OF "Mixed ""Case""" FOR VALUES IN ('日本') PARTITION BY RANGE (day);
CREATE TABLE "x z" PARTITION OF other FOR VALUES FROM ('2025-01-01') TO ('2025-02-01');

CREATE TABLE daily (day date NOT NULL, v integer) PARTITION BY RANGE (day);
DO $$
BEGIN
  FOR n IN 0..999 LOOP
    EXECUTE format('CREATE TABLE daily_%s PARTITION OF daily FOR VALUES FROM (%L) TO (%L)', n, date '2023-01-01' + n, date '2023-01-02' + n);
  END LOOP;
END $$;
