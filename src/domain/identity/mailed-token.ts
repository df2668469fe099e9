/**
 * The token in the address of a mailed link, without what a mail program took along from the text around it, such as a bracket
 * or a full stop: a token holds letters, digits, dashes, underscores and single dots between them.
 */
export function mailedToken(param: string): string {
  return /^[\w-]+(?:\.[\w-]+)*/.exec(param.trim())?.[0] ?? '';
}
