package farm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/farm/jetstream"
	"gammonlab/internal/plaintext"
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
	workers, err := client.Workers(c.Context)
	if err != nil {
		return err
	}
	slices.SortFunc(workers, func(a, b jetstream.Worker) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Instance, b.Instance))
	})
	list := workerList{[]jetstream.Worker{}}
	for _, w := range workers {
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
	Workers []jetstream.Worker `json:"workers"`
}

// Text returns a table.
func (l workerList) Text() string {
	if len(l.Workers) == 0 {
		return "no workers\n"
	}
	table := plaintext.Table{Left: []int{0, 1, 2, 3, 9}}
	table.Add("name", "key", "class", "revision", "cores", "jobs", "shards", "core-hours", "last seen", "does not fit")
	for _, w := range l.Workers {
		var unfit []string
		for job, reason := range w.Unfit {
			unfit = append(unfit, fmt.Sprintf("%.8s: %s", job, reason))
		}
		slices.Sort(unfit)
		table.Add(w.Name, fmt.Sprintf("%.12s", w.Key), w.Class, fmt.Sprintf("%.12s", cmp.Or(w.Revision, w.Toolkit)), fmt.Sprint(w.Cores), fmt.Sprint(len(w.Jobs)),
			fmt.Sprint(w.Shards), fmt.Sprintf("%.2f", w.CoreSeconds/3600), fmt.Sprintf("%.0f s ago", time.Since(w.Seen).Seconds()), strings.Join(unfit, "; "))
	}
	return table.Text()
}
