import { describe, expect, it } from 'vitest';
import { openKnownDevices } from '../../../src/server/identity/known-devices.ts';

/** A browser: keeps the one cookie that is set. */
function browser() {
  let header: string | null = null;
  return {
    header: () => header,
    set: (name: string, value: unknown) => {
      header = `a=b; ${name}=${String(value)}`;
    },
  };
}

describe('a browser that signed in before', () => {
  const devices = openKnownDevices('a secret');

  it('is known to that account, however the address is written, and to no other', () => {
    const hers = browser();
    expect(devices.deviceOf(hers.header(), 'mira@guildhall.test')).toBeNull();
    devices.mark(hers, hers.header(), 'Mira@guildhall.test');
    expect(devices.deviceOf(hers.header(), ' mira@Guildhall.test')).toMatch(/^[\w-]{22}$/);
    expect(devices.deviceOf(hers.header(), 'ivo@guildhall.test')).toBeNull();
  });

  it('keeps its name and the last five accounts', () => {
    const shared = browser();
    const accounts = Array.from({ length: 7 }, (_, n) => `person-${n}@guildhall.test`);
    for (const account of accounts) devices.mark(shared, shared.header(), account);
    const names = accounts.map((account) => devices.deviceOf(shared.header(), account));
    expect(names.slice(0, 2)).toEqual([null, null]);
    expect(new Set(names.slice(2)).size).toBe(1);
  });

  it('is unknown with a mark of another device, another secret, two cookies or nonsense', () => {
    const hers = browser();
    devices.mark(hers, null, 'mira@guildhall.test');
    const cookie = String(hers.header()).split('; ')[1] ?? '';
    const mark = cookie.split('.')[1] ?? '';
    const forged = `guildhall_device=${'a'.repeat(22)}.${mark}`;
    for (const header of [forged, `${cookie}; ${cookie}`, 'guildhall_device=', 'guildhall_device=a.b', null])
      expect(devices.deviceOf(header, 'mira@guildhall.test')).toBeNull();
    expect(openKnownDevices('another').deviceOf(cookie, 'mira@guildhall.test')).toBeNull();
  });
});
