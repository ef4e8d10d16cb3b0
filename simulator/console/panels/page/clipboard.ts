/** Copies a text, also where the page is not served as a secure context (another machine's address, by http). */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}
