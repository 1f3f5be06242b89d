// Package selfplay plays games between programs: one loop ([Loop]) for all
// callers, with observers, and the starting positions of games ([Starts]).
package selfplay
