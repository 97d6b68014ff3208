// Loads the page again when a file of it is missing. While gateways are upgraded one by one, a page may come from one build
// and its files from a gateway that has another.
(() => {
  const MOST = 5;
  const WITHIN = 30_000; // milliseconds
  const KEY = 'outturn-reloads';

  const reload = () => {
    const recent = JSON.parse(sessionStorage.getItem(KEY) ?? '[]').filter(
      (time) => time > Date.now() - WITHIN,
    );
    if (recent.length >= MOST) {
      document.getElementById('root').textContent = 'Outturn is being upgraded. Reload the page in a moment.';
      return;
    }
    sessionStorage.setItem(KEY, JSON.stringify([...recent, Date.now()]));
    // The first attempt is at once; later ones leave the gateways time to change.
    setTimeout(() => location.reload(), recent.length * 500);
  };

  let isReloading = false;
  addEventListener(
    'error',
    ({ target }) => {
      const isFile =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel !== 'icon');
      // A page that works loads parts of its code later, and says itself when one is missing.
      const hasStarted = document.getElementById('root')?.hasChildNodes() ?? false;
      if (!isFile || isReloading || hasStarted) return;
      isReloading = true;
      reload();
    },
    true,
  );
})();
