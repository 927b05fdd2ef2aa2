// Which page the address asks for, before anything else is drawn: the page's grid follows `data-page`.
document.documentElement.dataset.page = new URLSearchParams(location.search).get("page") ?? "explore";
