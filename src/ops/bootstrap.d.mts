export const COMMANDS: Readonly<
  Record<'start' | 'backend' | 'site' | 'jobs' | 'dev' | 'test' | 'check' | 'bench' | 'drill', string>
>;
