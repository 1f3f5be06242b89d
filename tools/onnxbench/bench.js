// Measures onnxruntime's evaluations of nets with 250 inputs on one core:
// npm install onnxruntime-node && taskset -c 0 node bench.js BATCH FILE.onnx…
const ort = require('onnxruntime-node')

async function rate(file, batch) {
  const session = await ort.InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' })
  const inputs = Float32Array.from({ length: batch * 250 }, () => (Math.random() < 0.2 ? Math.random() : 0))
  const feed = { [session.inputNames[0]]: new ort.Tensor('float32', inputs, [batch, 250]) }
  let best = 0
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    let n = 0
    for (; performance.now() - start < 400; n += batch) await session.run(feed)
    best = Math.max(best, (n / (performance.now() - start)) * 1000)
  }
  return best
}

async function main(batch, ...files) {
  for (const file of files) console.log(file.padEnd(30), Math.round(await rate(file, Number(batch))), 'positions/s')
}

main(...process.argv.slice(2))
