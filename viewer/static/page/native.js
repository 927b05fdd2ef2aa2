// The browser's own import. Panel's module shim would fetch and rewrite every module of the page a second time, and
// components would get other copies than the page's own scripts.
window.turnbenchImport = (address) => import(address);
// The same for the sources of the components themselves: they have no import maps, and every browser knows modules.
window.importShim = Object.assign(window.turnbenchImport, { addImportMap: () => {} });
