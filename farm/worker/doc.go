// Package worker computes the shards of a farm's jobs: [Run] takes shards from a NATS server,
// computes them on the cores of this machine, and sends the results back.
//
// One goroutine reads the jobs of the server and opens those that fit this program. For each
// core another one fetches shards, computes them and delivers their results. The files of jobs
// are kept in a folder.
//
// Not for other modules.
package worker
