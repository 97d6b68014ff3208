/** The locale of the browser's own inputs. Unit tests run without a browser and share one locale. */
export const locale = 'document' in globalThis ? new Intl.NumberFormat().resolvedOptions().locale : 'en-US';

type LocaleInfo = { getWeekInfo?: () => { firstDay: number }; getTextInfo?: () => { direction?: string } };
const about = new Intl.Locale(locale) as Intl.Locale & LocaleInfo;

/** 0 is Sunday. Monday where the browser does not tell. */
export const firstDayOfWeek = ((about.getWeekInfo?.().firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;

const isRightToLeft = about.getTextInfo?.().direction === 'rtl';

/** A number or date as the locale writes it, whose parts keep their order on a page that runs left to right. */
export function inOrder(text: string): string {
  return isRightToLeft ? `\u2067${text}\u2069` : text;
}
