// The field for everything: a file that is dropped on the page goes to the field, Enter after
// a single line sends it, and nothing is sent to a server that does not respond.
import { gammonlab } from "./page.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.paste"));
const text = form?.querySelector("textarea"), file = /** @type {HTMLInputElement} */ (form?.querySelector("[type=file]"));

text?.addEventListener("keydown", (event) => {
	if (event.key !== "Enter" || event.shiftKey || text.value.includes("\n") || !text.value.trim()) return;
	event.preventDefault();
	form.requestSubmit();
});

for (const name of form ? ["dragenter", "dragover", "dragleave", "drop"] : []) {
	document.addEventListener(name, (/** @type {DragEvent} */ event) => {
		if (!event.dataTransfer?.types.includes("Files")) return;
		event.preventDefault();
		form.classList.toggle("over", name === "dragenter" || name === "dragover");
		if (name !== "drop" || !event.dataTransfer.files.length) return;
		file.files = event.dataTransfer.files;
		form.requestSubmit();
	});
}

form?.addEventListener("submit", async (event) => {
	event.preventDefault();
	try {
		await fetch("/healthz");
		form.submit();
	} catch {
		gammonlab.say(form, "The server does not respond. The field keeps its text.", () => form.requestSubmit());
	}
});
