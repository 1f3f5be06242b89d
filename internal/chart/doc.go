// Package chart draws line charts with interval bands, graphs of measured points,
// and bar charts, for run folders and reports, in one style: no frame, a light grid,
// the key above the data where it hides nothing, and colours that differ in grey
// too.
package chart
