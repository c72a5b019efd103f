// Counts what goes wrong, where a test can read it: <html data-errors="0">.
(function () {
  const root = document.documentElement;
  root.dataset.errors = '0';
  const note = (text) => {
    root.dataset.errors = String(Number(root.dataset.errors) + 1);
    root.dataset.lastError = String(text).slice(0, 300);
  };
  addEventListener('error', (event) => note(event.message));
  addEventListener('unhandledrejection', (event) => note(event.reason));
  addEventListener('securitypolicyviolation', (event) => note('blocked: ' + event.blockedURI));
  const original = console.error;
  console.error = function (...words) {
    note(words.join(' '));
    original.apply(console, words);
  };
})();
