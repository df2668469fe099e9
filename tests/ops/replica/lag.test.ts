import { describe, expect, it } from 'vitest';
import { openReplicaLag, positionsIn } from '../../../src/ops/replica/lag.ts';

describe('the lag of a replica', () => {
  it('is the age of the oldest thing that it lacks, and nothing while it lacks nothing', () => {
    const { lagMs } = openReplicaLag();
    expect(lagMs(0, { read: null, copied: null })).toBe(0);
    expect(lagMs(1_000, { read: [0, 100], copied: null })).toBe(0);
    expect(lagMs(6_000, { read: [0, 900], copied: null })).toBe(5_000);
    expect(lagMs(7_000, { read: [0, 900], copied: [0, 100] })).toBe(1_000);
    expect(lagMs(9_000, { read: [1, 50], copied: [0, 900] })).toBe(0);
    expect(lagMs(10_000, { read: [1, 50], copied: [0, 900] })).toBe(1_000);
    expect(lagMs(70_000, { read: [1, 80], copied: [1, 50] })).toBe(0);
    expect(lagMs(71_000, { read: [1, 80], copied: [1, 80] })).toBe(0);
    expect(lagMs(999_000, { read: [1, 80], copied: [1, 80] })).toBe(0);
  });

  it('begins anew with a new generation', () => {
    const { lagMs } = openReplicaLag();
    lagMs(0, { read: [7, 100], copied: [7, 0] });
    expect(lagMs(5_000, { read: [0, 10], copied: [7, 0] })).toBe(0);
    expect(lagMs(6_000, { read: [0, 10], copied: [0, 10] })).toBe(0);
  });

  it('is read from what Litestream says of the database', () => {
    const labels = 'db="/data/data.db"';
    const metrics = [
      '# TYPE litestream_replica_wal_index gauge',
      `litestream_replica_wal_index{${labels},name="s3"} 3`,
      `litestream_replica_wal_offset{${labels},name="s3"} 4.24392e+05`,
      `litestream_shadow_wal_index{${labels}} 3`,
      `litestream_shadow_wal_size{${labels}} 500`,
    ];
    expect(positionsIn(metrics.join('\n'))).toEqual({ read: [3, 500], copied: [3, 424_392] });
    expect(positionsIn('')).toEqual({ read: null, copied: null });
  });
});
