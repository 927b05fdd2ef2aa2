// The browser's own import. Panel's module shim would fetch and rewrite every module of the page a second time, and
// components would get other copies than the page's own scripts.
window.turnbenchImport = (address) => import(address);
