/** As much of autocannon 9 as the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    /** Puts something new in the place of every `[<id>]` in a request. */
    idReplacement: boolean;
    requests: { path: string }[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    '2xx': number;
    /** Seconds. */
    duration: number;
    latency: { p50: number; p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
