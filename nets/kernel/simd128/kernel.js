// Starts a Go program that was compiled to WebAssembly with the build tag simd. The program
// imports its kernels from links.wasm; kernel.wasm needs the memory of the program and comes
// after it. Without SIMD128 the program runs its kernels in plain Go.
"use strict";

// startGo returns the instance of a program. files are the bytes of links.wasm and kernel.wasm.
globalThis.startGo = async (program, imports, files) => {
	const links = new WebAssembly.Instance(new WebAssembly.Module(files.links)).exports;
	let kernel = null;
	try {
		kernel = new WebAssembly.Module(files.kernel);
	} catch { /* an old browser */ }
	const instance = await WebAssembly.instantiate(program, { ...imports, simd128: { ...links, available: () => Number(kernel !== null) } });
	if (kernel) new WebAssembly.Instance(kernel, { host: { memory: instance.exports.mem, table: links.table } });
	return instance;
};
