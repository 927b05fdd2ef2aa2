// Says when the server is gone, and brings the page back at its own address when it answers again.

const ASK_EVERY_MS = 2000;
const WATCH_EVERY_MS = 200;

/** Call back once Bokeh has opened a document. */
function whenOpened(use) {
  const opened = window.Bokeh?.documents?.[0];
  if (opened) use(opened);
  else setTimeout(() => whenOpened(use), WATCH_EVERY_MS);
}

/** Say that the connection is lost, once. */
function showBar() {
  if (document.querySelector(".page-lost")) return;
  const bar = document.createElement("div");
  bar.className = "page-lost";
  bar.setAttribute("role", "alert");
  const reload = document.createElement("button");
  reload.type = "button";
  reload.textContent = "Reload now";
  reload.addEventListener("click", loadAnew);
  bar.append("The connection to the server is lost. This page comes back by itself when the server answers.", reload);
  document.body.append(bar);
}

/** Load the page anew at its own address, with what was changed a moment ago. */
function loadAnew() {
  document.dispatchEvent(new CustomEvent("turnbench:leave"));
  location.replace(location.href);
}

/** Ask until the server answers, then load the page anew: the address holds what was seen. */
async function comeBack() {
  for (;;) {
    await new Promise((done) => setTimeout(done, ASK_EVERY_MS));
    const isThere = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      (answer) => answer.status < 500,
      () => false,
    );
    if (isThere) {
      loadAnew();
      return;
    }
  }
}

whenOpened((opened) => {
  let isLost = false;
  opened.on_event("connection_lost", () => {
    if (isLost) return;
    isLost = true;
    document.documentElement.dataset.connection = "lost";
    showBar();
    comeBack();
  });
});
