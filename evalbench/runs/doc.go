// Package runs reads the folders of training runs, of all kinds alike, for people who
// want to see how runs go and how they differ: [List] finds the runs below a folder,
// [Open] reads one. A [Run] has its kind, its state, its config and what was measured
// of it, as series of points by quantity over games, positions, wall time or epochs.
// [Compare] names the settings in which runs differ, [Charts] draws them together, and
// [WriteEvents] writes them for TensorBoard.
//
// A run is read as it is at that moment, also while a process is at work in it: a
// line of metrics that is not complete is left out. The folder stays as it is.
package runs
