// Package pooltest contains what tests of the packages of a farm share: a stock NATS server in
// the process of the test, clients and workers of it, jobs that hash their items, machines that
// compute wrongly, and a journal in memory.
//
// Not for other modules.
package pooltest
