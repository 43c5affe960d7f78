/** A page as one file: what is seen of it, its styles and icons, and the record of the game; nothing is loaded from anywhere. */

/** The styles of this page as text. Faces are left out: those who read the file have their own. */
function stylesOf(sheets: StyleSheetList): string {
  return [...sheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText)
    .join('\n');
}

/** The text of such a file; what could be pressed is not in it. */
export function fileOf(main: Element, title: string, record: string): string {
  const seen = main.cloneNode(true) as Element;
  for (const control of seen.querySelectorAll('button, fieldset, [role=radiogroup], [data-live]')) control.remove();
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = document.documentElement.lang;
  page.documentElement.dataset['theme'] = document.documentElement.dataset['theme'] ?? '';
  const meta = page.createElement('meta');
  meta.setAttribute('charset', 'utf-8');
  const style = page.createElement('style');
  style.textContent = stylesOf(document.styleSheets);
  page.head.append(meta, style);
  const sprite = document.querySelector('.sprite')?.cloneNode(true);
  const details = page.createElement('details');
  const summary = page.createElement('summary');
  summary.textContent = 'passgo verify';
  const text = page.createElement('pre');
  text.textContent = record;
  details.append(summary, text);
  page.body.append(...(sprite ? [sprite] : []), seen, details);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** Give a text to the reader as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
