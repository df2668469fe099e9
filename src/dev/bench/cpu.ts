import { readdir, readFile } from 'node:fs/promises';

/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;

/** CPU time in ms a process has used so far, in user and system mode; null where the system does not tell (/proc). */
export async function cpuMs(pid: number): Promise<number | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the program's name in brackets and may hold spaces; the counters follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

const NS_PER_MS = 1e6;

/**
 * CPU time in ms of the threads a process has now, as the scheduler counts it: for work that takes less than a hundredth of a
 * second. Threads that ended are not in it. Null where the system does not tell.
 */
export async function threadsCpuMs(pid: number): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => null)),
  );
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return null;
  return known.reduce((sum, time) => sum + Number(time.slice(0, time.indexOf(' '))), 0) / NS_PER_MS;
}

/** Resident memory of a process in MB, or null where the system does not tell. */
export async function residentMb(pid: number): Promise<number | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    return null;
  }
}

/** Resident memory in MB of a process and those it started, or null where the system does not tell. */
export async function familyMb(pid: number): Promise<number | null> {
  const own = await residentMb(pid);
  if (own === null) return null;
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = listed.split(' ').filter((child) => child.trim() !== '');
  const sizes = await Promise.all(children.map((child) => residentMb(Number(child))));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), own);
}

/** The most memory in MB that a process has had resident, or null where the system does not tell. */
export async function peakMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return found === undefined ? null : Number(found) / 1024;
}
