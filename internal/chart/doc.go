// Package chart draws line charts with interval bands, graphs of measured points,
// and bar charts, for run folders and reports. All have one style: no frame, a light
// grid, the key above the data, and colours that also differ when printed in grey.
package chart
