export const COMMANDS: Readonly<Record<'start' | 'dev' | 'test' | 'check' | 'bench' | 'drill', string>>;
export function packagesWanted(root: string): string;
export function installationIsStale(root: string): boolean;
export function installationTrouble(output: string): string;
export function nodeToRun(root: string, running?: string, program?: string): string | null;
