// Package selfplay plays games between programs: one loop ([Loop]) for all who
// want to watch, and where games begin ([Starts]).
package selfplay
