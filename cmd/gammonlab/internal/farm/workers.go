package farm

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/farm/wire"
)

// Workers returns the command workers.
func Workers() *cli.Command {
	return &cli.Command{
		Name:  "workers",
		Usage: "list the workers of a server",
		Description: `Lists the workers that reported to a server in the last half minute: kernel class, program
revision, cores, current jobs, completed work, and the reasons why they refuse other jobs.

Example:
   gammonlab workers --pool nats://host:4222 --key me.nk`,
		Flags:  append(poolFlags(), cliutil.JSONFlag(workerList{})),
		Action: cliutil.NoArguments(runWorkers),
	}
}

// runWorkers runs the command.
func runWorkers(c *cli.Context) error {
	client, err := connect(c)
	if err != nil {
		return err
	}
	defer client.Close()
	state, err := client.State(c.Context)
	if err != nil {
		return err
	}
	list := workerList{[]wire.Worker{}, state}
	for _, w := range state.Workers {
		w.Kinds, w.Jobs = append([]string{}, w.Kinds...), append([]string{}, w.Jobs...)
		if w.Unfit == nil {
			w.Unfit = map[string]string{}
		}
		list.Workers = append(list.Workers, w)
	}
	return cliutil.PrintResult(c, list)
}

// workerList is a list of workers that can be printed.
type workerList struct {
	Workers []wire.Worker `json:"workers"`
	state   *wire.State
}

// Text returns a table.
func (l workerList) Text() string {
	if len(l.Workers) == 0 {
		return "no workers\n"
	}
	table := l.state.WorkerTable()
	return table.Text()
}
