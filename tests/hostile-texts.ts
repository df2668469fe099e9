/**
 * Texts that attack the page, the database or a mail, by what they contain. Every field users can write in must store
 * them as plain text, or refuse them with a sentence.
 */
export const HOSTILE: Record<string, string> = {
  markup: '<b>bold</b> & <i>not</i> &amp; &lt;u&gt;',
  script: '<script>window.hit=1</script><img src=x onerror="window.hit=1"><svg/onload=window.hit=1>',
  'the end of a script': '</script><script>window.hit=1</script>',
  'the end of a title or a text box': '</title></textarea></style></noscript><script>window.hit=1</script>',
  'the end of an attribute': `"><a href="javascript:window.hit=1" onclick='window.hit=1' x="`,
  'a bare attribute': `' onmouseover='window.hit=1' autofocus onfocus=window.hit=1 x='`,
  'a link that runs code':
    '[click](javascript:window.hit=1) ![x](data:text/html,<script>window.hit=1</script>)',
  'a comment': '<!-- --!> <script>window.hit=1</script> -->',
  'the end of character data': ']]><item><title>hit</title></item><![CDATA[',
  'an entity': '<!DOCTYPE x [<!ENTITY hit SYSTEM "file:///etc/passwd">]>&hit;',
  'right to left': 'invoice_\u202efdp.exe\u202c \u2067other\u2069 \u200fend',
  zalgo: `Z${'\u0310\u0321\u0335'.repeat(60)}a${'\u0489'.repeat(200)}lgo`,
  huge: 'a very long story '.repeat(5_700),
  'one huge word': 'x'.repeat(100_000),
  'null bytes': 'before\u0000after \u0001\u0008\u000b\u000c\u001f\u007f\u0085\ufffe\uffff',
  'half a character': 'half \ud83d and \udc00 end \ud800',
  'a formula': `=HYPERLINK("http://evil.example","win")`,
  'a formula that runs a command': `+cmd|' /C calc'!A0`,
  'a formula behind a tab': '\t=1+1',
  'a mail header': 'Hello\r\nBcc: everybody@evil.example\r\nContent-Type: text/html\r\n\r\n<b>hit</b>',
  'a lone carriage return': 'Hello\rBcc: everybody@evil.example',
  'line separators': 'one\u2028two\u2029three',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text must not be evaluated as a template
  'template braces': '{{constructor.constructor("window.hit=1")()}} ${7*7} {7*7} <%= 7*7 %> #{7*7}',
  'a filter': `' || 1=1 || id != '" && @request.auth.id != "`,
  'a key of every object': '__proto__',
  'quotes within quotes': '> '.repeat(9_990),
  'lists within lists': '1. '.repeat(6_600),
  'a table of empty cells': `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|\n'.repeat(4_000)}`,
  'invisible characters': 'in\u200bvi\u200dsi\u2060ble\ufeff',
};

/** Several attacks at once, short enough for a name. */
export const HOSTILE_NAME = `</script>"'><img src=x onerror=window.hit=1>]]>\u202e=1+1`;

/** Characters that change how the text around them is displayed, and more marks on a letter than any script needs. */
export function unsafeCharacters(text: string): string[] {
  return [
    ...(text.match(/[\u202a-\u202e\u2066-\u2069\p{Noncharacter_Code_Point}]|(?![\t\r\n])\p{Cc}/gu) ?? []),
    ...(text.match(/\p{Mn}{4,}/gu) ?? []),
    ...(text.isWellFormed() ? [] : ['half a character']),
  ].map((sign) => JSON.stringify(sign));
}
