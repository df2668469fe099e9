export const COMMANDS: Readonly<Record<'start' | 'dev' | 'test' | 'check' | 'bench' | 'drill', string>>;
