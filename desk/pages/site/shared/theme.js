// The colours that the browser keeps, set before the first drawing of a page.
for (const name of ["scheme", "board"]) document.documentElement.dataset[name] = localStorage.getItem(name) ?? "";
