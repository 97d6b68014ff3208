/** The locale of the browser's own inputs. Unit tests run without a browser and share one locale. */
export const locale = 'document' in globalThis ? new Intl.NumberFormat().resolvedOptions().locale : 'en-US';

type WeekInfo = { getWeekInfo?: () => { firstDay: number } };

/** 0 is Sunday. Monday where the browser does not tell. */
export const firstDayOfWeek = (((new Intl.Locale(locale) as Intl.Locale & WeekInfo).getWeekInfo?.()
  .firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
