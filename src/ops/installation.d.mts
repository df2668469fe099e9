/** "all" includes the tools of tests and checks. */
export type WantedPackages = 'production' | 'all';
export function packagesWanted(root: string): string;
export function packagesToInstall(root: string, wanted?: WantedPackages): string[];
export function hasTools(root: string): boolean;
export function installationIsStale(root: string, wanted?: WantedPackages): boolean;
export function installationTrouble(output: string): string;
export function nodeToRun(root: string, running?: string, program?: string): string | null;
export function nodeIsMissing(root: string, running?: string): boolean;
export function install(root: string, wanted: WantedPackages): Promise<string | null>;
