// The address follows the place: a new dialogue, model or event is a step of history, a moved view is not.

/**
 * Keep the browser's address in step with the place, and report where the back button leads.
 * @param {{model: any, signal: AbortSignal}} context
 */
export function mount({ model, signal }) {
  const show = () => {
    if (!model.content) return;
    const { query, is_step } = JSON.parse(model.content);
    const target = location.pathname + (query ? `?${query}` : "");
    if (target === location.pathname + location.search) return;
    if (is_step) history.pushState(null, "", target);
    else history.replaceState(null, "", target);
  };
  model.on("content", show);
  show();
  const report = () => model.send_msg({ type: "address", search: location.search });
  window.addEventListener("popstate", report, { signal });
}
