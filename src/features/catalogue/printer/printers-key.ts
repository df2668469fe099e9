/** Under what the browser keeps its visitor's printers. Apart from their store, because the first code of every page asks for it. */
export const PRINTERS_KEY = 'printers';
