/** How far a buyer has come with printing something he owns. */
export const PRINT_STATES = ['wanted', 'queued', 'printed', 'painted'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

export const PRINT_STATE_TEXTS: Record<PrintState, string> = {
  wanted: 'Want to print',
  queued: 'In the queue',
  printed: 'Printed',
  painted: 'Painted',
};
