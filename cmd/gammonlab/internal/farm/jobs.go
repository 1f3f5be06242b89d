package farm

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/plaintext"
)

// Jobs returns the command jobs.
func Jobs() *cli.Command {
	return &cli.Command{
		Name:  "jobs",
		Usage: "list, show, pause and cancel the jobs of a server",
		Description: `Lists the jobs submitted by commands with --pool: submitter, progress of the running command,
speed, number of cores, cost in core-hours, number of audited results and of refused workers.

Example:
   gammonlab jobs --pool nats://host:4222 --key me.nk
   gammonlab jobs --pool nats://host:4222 --key me.nk --watch --price 0.03
   gammonlab jobs cancel --pool nats://host:4222 --key me.nk 0123456789abcdef`,
		Flags:  jobsFlags(),
		Action: cliutil.NoArguments(runJobs),
		Subcommands: []*cli.Command{
			jobCommand("show", "print a job with its description and the workers that refuse it", showJob, priceFlag(), cliutil.JSONFlag(shownJob{})),
			jobCommand("cancel", "end a job; the command that submitted it keeps its journal", cancelJob, cliutil.JSONFlag(changedJob{})),
			jobCommand("pause", "pause a job: workers take no more of its shards", pauseJob,
				&cli.BoolFlag{Name: "resume", Usage: "resume the job"}, cliutil.JSONFlag(changedJob{})),
		},
	}
}

func poolFlags() []cli.Flag {
	return cliutil.ServerFlags("server `URL` (default: " + defaultServer + ")")
}

func priceFlag() cli.Flag {
	return &cli.Float64Flag{Name: "price", Usage: "`PRICE` of a core-hour, to print the cost of jobs; 0 for none"}
}

func jobsFlags() []cli.Flag {
	return append(poolFlags(), priceFlag(), &cli.BoolFlag{Name: "watch", Usage: "repeat the list every 2 s until Ctrl-C"}, cliutil.JSONFlag(jobList{}))
}

// connect connects to the server of the flags.
func connect(c *cli.Context) (*wire.Client, error) {
	return wire.Dial(c.Context, serverFromFlags(c))
}

// runJobs runs the command.
func runJobs(c *cli.Context) error {
	client, err := connect(c)
	if err != nil {
		return err
	}
	defer client.Close()
	for {
		state, err := client.State(c.Context)
		if err != nil {
			return err
		}
		if err := cliutil.PrintResult(c, jobList{withLists(state.Jobs), state, c.Float64("price")}); err != nil || !c.Bool("watch") {
			return err
		}
		select {
		case <-c.Context.Done():
			return nil
		case <-time.After(2 * time.Second):
		}
	}
}

// jobList is a list of jobs that can be printed.
type jobList struct {
	Jobs  []wire.JobState `json:"jobs"`
	state *wire.State
	price float64
}

// Text returns a table, followed by what keeps jobs waiting.
func (l jobList) Text() string {
	if len(l.Jobs) == 0 {
		return "no jobs\n"
	}
	table := l.state.JobTable(l.price)
	return table.Text() + strings.Join(append(l.state.Problems(), ""), "\n")
}

// withLists returns the jobs with empty lists instead of nil, for JSON.
func withLists(jobs []wire.JobState) []wire.JobState {
	all := append([]wire.JobState{}, jobs...)
	for i := range all {
		j := &all[i]
		j.Refused, j.Description.Files = append([]string{}, j.Refused...), append([]farm.File{}, j.Description.Files...)
	}
	return all
}

// jobCommand returns a command for one job.
func jobCommand(name, usage string, do func(*cli.Context, *wire.Client, wire.JobState) error, flags ...cli.Flag) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: "ID",
		Description: fmt.Sprintf(`The ID may be shortened to a prefix that no other job has.

Example:
   gammonlab jobs %s --pool nats://host:4222 --key me.nk 0123456789abcdef`, name),
		Flags: append(poolFlags(), flags...),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cliutil.Usagef("want one ID of a job, got %d", c.NArg())
			}
			client, err := connect(c)
			if err != nil {
				return err
			}
			defer client.Close()
			job, err := client.Job(c.Context, c.Args().First())
			if err != nil {
				return err
			}
			return do(c, client, job)
		},
	}
}

func cancelJob(c *cli.Context, client *wire.Client, job wire.JobState) error {
	if err := client.Cancel(c.Context, job.Job); err != nil {
		return err
	}
	return cliutil.PrintResult(c, &changedJob{job.ID, "cancelled"})
}

func pauseJob(c *cli.Context, client *wire.Client, job wire.JobState) error {
	pause := !c.Bool("resume")
	if err := client.Pause(c.Context, job.Job, pause); err != nil {
		return err
	}
	state := "resumed"
	if pause {
		state = "paused"
	}
	return cliutil.PrintResult(c, &changedJob{job.ID, state})
}

// changedJob is a job that was cancelled, paused or resumed.
type changedJob struct {
	ID    string `json:"id"`
	State string `json:"state"` // cancelled, paused or resumed
}

// Text returns a line.
func (j *changedJob) Text() string { return fmt.Sprintf("%s is %s\n", j.ID, j.State) }

// shownJob is a job with the workers that cannot do it.
type shownJob struct {
	wire.JobState
	Unfit   []unfitWorker `json:"unfit"`
	workers []wire.Worker
	price   float64
}

type unfitWorker struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

func showJob(c *cli.Context, client *wire.Client, job wire.JobState) error {
	workers, err := client.Workers(c.Context)
	if err != nil {
		return err
	}
	s := shownJob{JobState: withLists([]wire.JobState{job})[0], Unfit: []unfitWorker{}, workers: workers, price: c.Float64("price")}
	for _, w := range workers {
		if reason, ok := w.Unfit[job.ID]; ok {
			s.Unfit = append(s.Unfit, unfitWorker{w.Name, reason})
		}
	}
	return cliutil.PrintResult(c, s)
}

// Text returns lines of fields.
func (s shownJob) Text() string {
	jobs := []wire.JobState{s.JobState}
	text := jobList{jobs, &wire.State{At: time.Now(), Jobs: jobs, Workers: s.workers}, s.price}.Text()
	fields := [][2]string{
		{"submitted", s.Since.Local().Format(time.DateTime) + " on " + s.Host},
		{"kernel", s.Description.Class},
		{"toolkit", s.Toolkit + " " + s.Revision},
		{"items to a shard", fmt.Sprint(s.Items)},
		{"workers to agree", fmt.Sprint(s.Quorum)},
	}
	for _, f := range s.Description.Files {
		fields = append(fields, [2]string{f.Name, fmt.Sprintf("%.12s, %d bytes", f.SHA256, f.Size)})
	}
	for _, key := range s.Refused {
		fields = append(fields, [2]string{"refused", key})
	}
	return text + plaintext.Fields("  ", fields)
}
