import type { Page } from 'playwright-core';

/** More stops than any page of these tests has. */
const MOST_STOPS = 600;

/** Faults of a walk with the Tab key: unreachable controls, invisible focus, and a focus that does not move on. */
export async function keyboardFaults(page: Page, where: string): Promise<string[]> {
  const unreached = new Map((await page.evaluate(nameStops)).map((html, index) => [`${index}`, html]));
  const seen = new Set<string>();
  const faults: string[] = [];
  let last: Stop | undefined;
  while (seen.size < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const { stop, lookOfLast } = await page.evaluate(readFocus, last?.id);
    // Tab moves through the parts of a date.
    if (last && stop?.id === last.id && /type="date(time-local)?"/.test(stop.html)) continue;
    // A dialog with one stop keeps the focus there.
    const isLeft = stop?.id !== last?.id;
    if (last && isLeft && lookOfLast === last.look) faults.push(`focus is not visible: ${last.html}`);
    // The end of the page, or of a dialog, which wraps to its beginning.
    if (!stop || seen.has(stop.id)) break;
    if (stop.isOutside) faults.push(`focus is outside the window: ${stop.html}`);
    seen.add(stop.id);
    unreached.delete(stop.id);
    last = stop;
  }
  if (seen.size === MOST_STOPS) faults.push('the walk has no end');
  faults.push(...[...unreached.values()].slice(0, 5).map((html) => `not reached: ${html}`));
  return faults.map((fault) => `${where}: ${fault}`);
}

type Stop = { id: string; html: string; look: string; isOutside: boolean };

/** Runs in the page: numbers everything that Tab must reach, in the open dialog if there is one. Returns its HTML. */
function nameStops(): string[] {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((each) =>
    each.checkVisibility(),
  );
  if (!dialog) {
    // The walk begins before everything else.
    const start = document.body.appendChild(document.createElement('span'));
    document.body.prepend(start);
    start.tabIndex = -1;
    start.focus();
    start.remove();
    window.scrollTo(0, 0);
  }
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets.push(still);
  const interactive =
    ':is(a[href], button, input, select, textarea, summary, [tabindex="0"], [role=button], [role=slider], [role=tab])';
  const all = [...(dialog ?? document).querySelectorAll<HTMLElement>(interactive)];
  const stops = all.filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled, [type=hidden]'))
      return false;
    // Arrow keys reach the other radio buttons, tabs and days of a group.
    if (
      element.matches(
        '[type=radio]:not(:checked), [role=tab][aria-selected=false], .mantine-DatePicker-day[tabindex="-1"]',
      )
    )
      return false;
    // The field beside them does the same by keyboard: arrow keys count, Backspace clears.
    return !element.closest('[aria-hidden=true], .mantine-NumberInput-controls, [data-clear]');
  });
  for (const [index, element] of stops.entries()) element.dataset.stop = `${index}`;
  return stops.map((element) => element.outerHTML.slice(0, 400));
}

/** Runs in the page: the focused stop, and the look of the previous stop without the focus. */
function readFocus(last: string | undefined): { stop: Stop | undefined; lookOfLast: string | undefined } {
  /** The styles that a focus may change, of the element or of its pseudo-elements. */
  const lookOf = (element: Element) => {
    const { id, nextElementSibling } = element;
    const around: (Element | null | undefined)[] = [element];
    for (let level = 0; level < 4; level++) around.push(around[level]?.parentElement);
    const label = id ? document.querySelector(`label[for="${CSS.escape(id)}"]`) : undefined;
    return JSON.stringify(
      [...around, nextElementSibling, label].map((each) => {
        if (!each) return undefined;
        const { outlineStyle, outlineWidth, boxShadow, borderColor, left } = getComputedStyle(each);
        const outline = outlineStyle === 'none' ? '' : outlineWidth;
        return [outline, boxShadow, borderColor, left];
      }),
    );
  };
  const before = last === undefined ? null : document.querySelector(`[data-stop="${last}"]`);
  const lookOfLast = before ? lookOf(before) : undefined;
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { stop: undefined, lookOfLast };
  focused.dataset.stop ??= `other ${document.querySelectorAll('[data-stop]').length}`;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const isOutside = right < 0 || left > window.innerWidth || bottom < 0 || top > window.innerHeight;
  return {
    stop: {
      id: focused.dataset.stop,
      html: focused.outerHTML.slice(0, 400),
      look: lookOf(focused),
      isOutside,
    },
    lookOfLast,
  };
}
