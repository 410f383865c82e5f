// The page of a replay: draws frame after frame out of its parts, and follows the log. No request goes anywhere.
"use strict";
const { parts, frames, steps, states } = JSON.parse(document.getElementById("battle").textContent);
const byId = (id) => document.getElementById(id);
const table = byId("table"), state = byId("state"), log = byId("log"), slider = byId("slider"), place = byId("place"), button = byId("play");
let now = 0, timer = 0;

slider.max = String(frames.length - 1);
steps.forEach((step, k) => {
  const item = document.createElement("li");
  item.innerHTML = step;
  item.tabIndex = 0;
  item.addEventListener("click", () => show(k));
  item.addEventListener("keydown", (event) => { if (event.key === "Enter") show(k); });
  log.append(item);
});

function show(k) {
  now = Math.max(0, Math.min(frames.length - 1, k));
  table.innerHTML = frames[now].map((part) => parts[part]).join("\n");
  state.innerHTML = states[now];
  slider.value = String(now);
  place.textContent = `${now} / ${frames.length - 1}`;
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = log.children[now];
  item.setAttribute("aria-current", "step");
  log.scrollTop = item.offsetTop - log.offsetTop - log.clientHeight / 3;
  history.replaceState(null, "", `#${now}`);
  if (now === frames.length - 1) pause();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  button.textContent = button.dataset.play;
}

function play() {
  if (timer) return pause();
  if (now === frames.length - 1) show(0);
  timer = setInterval(() => show(now + 1), 900);
  button.textContent = button.dataset.pause;
}

slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
button.addEventListener("click", play);
byId("back").addEventListener("click", () => { pause(); show(now - 1); });
byId("on").addEventListener("click", () => { pause(); show(now + 1); });
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.target === button) return;
  if (event.key === "ArrowLeft") { pause(); show(now - 1); }
  if (event.key === "ArrowRight") { pause(); show(now + 1); }
  if (event.key === " ") { event.preventDefault(); play(); }
});
show(Number(location.hash.slice(1)) || 0);
