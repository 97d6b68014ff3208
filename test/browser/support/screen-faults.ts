import type { Page } from 'playwright-core';

/** Faults of layout on an open page: broken or cut figures, and unreachable cells. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const faults: string[] = [];
    const textOf = (element: Element) => element.textContent?.slice(0, 80);
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    /** The nearest ancestor that clips or scrolls its content. */
    const frameOf = (element: Element, kinds: RegExp) => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (kinds.test(getComputedStyle(around).overflowX)) return around;
      }
      return undefined;
    };

    // Numbers in names, keys and code may break; figures may not.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !isShown(parent) || parent.closest('bdi, [dir=auto], code, pre, script, style'))
        continue;
      for (const { 0: figure, index } of (node.textContent ?? '').matchAll(
        /(?<![\w@.-])[-−+]?\$?\d[\d,.]*\d[KMBT%]*/g,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + figure.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`figure broken: ${figure}`);
      }
    }

    for (const figure of document.querySelectorAll('.figures, [data-figure]')) {
      if (!isShown(figure)) continue;
      const range = document.createRange();
      // The exact form stands beside the compact one, for screen readers.
      range.selectNodeContents(figure.querySelector('[aria-hidden]:not(svg)') ?? figure);
      const { left, right, width } = range.getBoundingClientRect();
      const frame = frameOf(figure, /hidden|clip/)?.getBoundingClientRect();
      const isCut = frame && width > 1 && (left < frame.left - 1 || right > frame.right + 1);
      const scrolls = frameOf(figure, /auto|scroll/);
      if (isCut && !scrolls) faults.push(`figure cut off: ${textOf(figure)}`);
      const cell = figure.closest('td')?.getBoundingClientRect();
      if (cell && width > 1 && (left < cell.left - 1 || right > cell.right + 1)) {
        faults.push(`figure reaches out of its cell: ${textOf(figure)}`);
      }
    }

    for (const cell of document.querySelectorAll('td, th')) {
      if (!isShown(cell)) continue;
      const frame = frameOf(cell, /auto|scroll/);
      const { left, right } = cell.getBoundingClientRect();
      if (frame && frame !== document.documentElement) {
        const origin = frame.getBoundingClientRect().left + frame.clientLeft - frame.scrollLeft;
        const isReached = left - origin >= -1 && right - origin <= frame.scrollWidth + 1;
        const { left: start, right: end } = frame.getBoundingClientRect();
        const isInside = start >= -1 && end <= clientWidth + 1;
        if (!isReached || !isInside) faults.push(`cell out of reach: ${textOf(cell)}`);
      } else if (left < -1 || right > clientWidth + 1) faults.push(`cell out of reach: ${textOf(cell)}`);
    }
    return [...new Set(faults)];
  });
}

/** Has the page add up its layout shifts from now on; the result returns their sum since the page was loaded. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(window, 'shiftsOfTest', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const shifts: number[] = Reflect.get(window, 'shiftsOfTest');
      return shifts.reduce((sum, value) => sum + value, 0);
    });
}
