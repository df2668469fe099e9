/** Under what the browser keeps "no" to being counted. Apart from its store, because the script of the first paint reads it. */
export const COUNTING_KEY = 'counting';
