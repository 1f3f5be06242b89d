// Package recipe has the commands of recipes, files that describe how to make nets.
package recipe

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/cputime"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
)

// Command returns the group recipe.
func Command(of Program) *cli.Command {
	return &cli.Command{
		Name:  "recipe",
		Usage: "make nets by files that list the steps",
		Subcommands: []*cli.Command{
			runCommand(of), planCommand(of), showCommand(of), statusCommand(of), reportCommand(of), historyCommand(), initCommand(),
		},
	}
}

// fileArgument is the argument of most commands.
const fileArgument = "FILE"

// outFlag returns the flag that names the store.
func outFlag(required bool) cli.Flag {
	usage := "`FOLDER` with the results of steps, which recipes can share"
	if required {
		usage += ", required"
	}
	return &cli.StringFlag{Name: "out", Usage: usage}
}

// toFlag returns the flag for the step after which the work ends.
func toFlag() cli.Flag {
	return &cli.StringFlag{Name: "to", Usage: "only `STEP`, or one run of a loop such as net-3, and the steps that it needs", DefaultText: "all steps"}
}

// open reads the recipe of the command line and opens its store.
func open(c *cli.Context, of Program) (*recipe.Recipe, *recipe.Store, error) {
	if c.NArg() != 1 {
		return nil, nil, cliutil.Usagef("%d arguments, want the file of a recipe", c.NArg())
	}
	r, err := recipe.Read(programOf(c, of), c.Args().First())
	if err != nil {
		return nil, nil, cliutil.Usage(err)
	}
	store, err := recipe.OpenStore(cmp.Or(c.String("out"), "."))
	return r, store, err
}

// plan returns the plan of a recipe. Its work is that up to --to.
func plan(c *cli.Context, r *recipe.Recipe, store *recipe.Store) (*recipe.Plan, error) {
	p, err := store.Plan(r)
	if err == nil && r.Tune != nil {
		_, err = store.Tuning(r)
	}
	if errors.As(err, new(*recipe.Error)) {
		err = cliutil.Usage(err)
	}
	if err != nil {
		return nil, err
	}
	if p.Works, err = p.To(r, c.String("to")); err != nil {
		return nil, cliutil.Usage(err)
	}
	for _, text := range r.Remarks() {
		cliutil.Note(c, "%s", text)
	}
	return p, nil
}

func runCommand(of Program) *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "do the steps of a recipe that are not done yet",
		ArgsUsage: fileArgument,
		Description: `Does the steps of a recipe (docs/recipes.md), each a command of this program, and keeps their
results in --out. A step is done again only if one of its settings, an input or a step before it
has changed. The same command again continues an interrupted run; the results are the same.
At the end it prints what "recipe report" prints: of a sweep which settings make a difference, how
much, and how sure that is.

Several recipes can share a folder: equal steps are done once. Each step is in a folder of its
own, steps/NAME-DIGEST, with its outputs and step.json, which describes them. In a sweep, NAME has
the values of the point, such as net-hidden-40-seed-2.

With --budget, or budget in the recipe, the work stops when its steps have used so many core-hours, those of
earlier runs included. What is there is kept; the same command with a larger budget goes on.

With --adopt a run that was trained without the recipe takes the place of a step's: it is copied, and
goes on if it is not finished. A run with other settings or other data is refused.

With --pool the workers of a gammonlab server do the work of all steps that can be distributed. The
same command may run several times at once, also on other machines that share the folder: each takes
steps that no other has begun, such as the points of a sweep.

Example:
   gammonlab recipe run first.yaml --out runs
   gammonlab recipe run first.yaml --out runs --jobs 2 --pool nats://host:4222`,
		Flags: slices.Concat([]cli.Flag{
			outFlag(true), toFlag(),
			&cli.StringFlag{Name: "budget", Usage: "stop when all steps together have used `N` core-hours", DefaultText: "that of the recipe, if any"},
			&cli.StringSliceFlag{Name: "adopt", Usage: "the run in a folder, of the same settings and data, is the result of a step: `STEP=FOLDER`"},
			&cli.IntFlag{Name: "jobs", Value: 1, Usage: "do `N` steps at a time, which share the workers"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(summary{}),
		}, cliutil.PoolFlags()),
		Action: func(c *cli.Context) error { return runRecipe(c, of) },
	}
}

// runRecipe runs the command.
func runRecipe(c *cli.Context, of Program) error {
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	if c.Int("jobs") < 1 {
		return cliutil.Usagef("--jobs is %d, want 1 or more", c.Int("jobs"))
	}
	r, store, err := open(c, of)
	if err != nil {
		return err
	}
	if c.IsSet("budget") {
		if r.Budget, err = recipe.ParseBudget(c.String("budget")); err != nil {
			return cliutil.Usagef("--budget: %w", err)
		}
	}
	if _, err := plan(c, r, store); err != nil { // before any work
		return err
	}
	adopt := map[string]string{}
	for _, text := range c.StringSlice("adopt") {
		step, folder, ok := strings.Cut(text, "=")
		if !ok || step == "" || folder == "" {
			return cliutil.Usagef("--adopt is %q, want STEP=FOLDER", text)
		}
		adopt[step] = folder
	}
	runner := &recipe.Runner{
		Adopt:  adopt,
		Recipe: r, Store: store, To: c.String("to"), Jobs: c.Int("jobs"),
		Flags:  func(k *recipe.Kind) []string { return flagsFor(c, k) },
		Errors: errorsOf(c), On: machineOf(c),
		Began: func(w *recipe.Work, point string) {
			cliutil.Note(c, "%s", strings.TrimSpace(w.Label+": "+w.Step.Kind.Name+"  "+point))
		},
		Waits: func(w *recipe.Work) { cliutil.Note(c, "waiting for another process, which does the step %s", w.Label) },
	}
	p, err := runner.All(c.Context)
	if errors.Is(err, recipe.ErrBudget) {
		cliutil.Note(c, "%v, %s in all: finished steps are kept in %s; the same command with a larger --budget goes on", err, recipe.HoursText(r.Budget), store.Dir)
		p, err = store.Plan(r)
	}
	if err != nil {
		return cliutil.Resumable(err, "finished steps are kept in %s; resume with the same command", store.Dir)
	}
	s, err := summarize(r, store, p, r.Compared())
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, s)
}

// machineOf returns the machine for the records of the steps.
func machineOf(c *cli.Context) recipe.Machine {
	on := recipe.Machine{Processor: cputime.Processor()}
	if c.Int("jobs") == 1 && !c.IsSet("pool") {
		on.Workers = min(c.Int("workers"), runtime.NumCPU())
	}
	return on
}

// flagsFor returns the flags that hand the machine and the farm of the recipe to a step.
func flagsFor(c *cli.Context, k *recipe.Kind) []string {
	var flags []string
	add := func(name string, value any) {
		if slices.Contains(k.Flags, name) {
			flags = append(flags, fmt.Sprintf("--%s=%v", name, value))
		}
	}
	farm := c.IsSet("pool") && slices.Contains(k.Flags, "pool")
	if c.IsSet("workers") || c.Int("jobs") > 1 && !farm { // with a farm, none here by default
		add("workers", max(1, cliutil.Workers(c)/c.Int("jobs")))
	}
	if !farm {
		return flags
	}
	for _, name := range cliutil.PoolNames() {
		if c.IsSet(name) {
			add(name, c.Value(name))
		}
	}
	return flags
}

// errorsOf returns the function for the writers of messages of steps. Each line has the name
// of the step before it, except on a terminal, where a step at a time shows its progress.
func errorsOf(c *cli.Context) func(label string) io.Writer {
	var mu sync.Mutex
	_, terminal := cliutil.TerminalOf(c.App.ErrWriter)
	return func(label string) io.Writer {
		if terminal && c.Int("jobs") == 1 {
			return c.App.ErrWriter
		}
		return &labelled{label: label, to: c.App.ErrWriter, mu: &mu}
	}
}

// labelled writes lines with a label before each.
type labelled struct {
	label string
	to    io.Writer
	mu    *sync.Mutex // for the writer
	line  []byte
}

// Write implements [io.Writer].
func (l *labelled) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range p {
		if b != '\n' {
			l.line = append(l.line, b)
			continue
		}
		if _, err := fmt.Fprintf(l.to, "%s: %s\n", l.label, l.line); err != nil {
			return 0, err
		}
		l.line = l.line[:0]
	}
	return len(p), nil
}

func planCommand(of Program) *cli.Command {
	return &cli.Command{
		Name:      "plan",
		Usage:     "list the steps that a recipe would do, and why",
		ArgsUsage: fileArgument,
		Description: `Reads and checks a recipe, and lists its steps: which are done, which would be done, why, and
how many core-hours they take: by the finished steps of the same command in --out, otherwise by the
rates in --speed, roughly. --list-results lists the results of the steps instead, by which keep and recipe
report compare: their names, units, whether higher or lower is better, and what they are.

Example:
   gammonlab recipe plan first.yaml --out runs
   gammonlab recipe plan first.yaml --list-results
   gammonlab bench speed --json --model fast >speed.json && gammonlab recipe plan first.yaml --speed speed.json`,
		Flags: []cli.Flag{outFlag(false), toFlag(),
			&cli.StringFlag{Name: "speed", Usage: "`FILE` with the output of bench speed --json, of a net of the size of those in the recipe"},
			&cli.BoolFlag{Name: "list-results", Usage: "list the results of the steps"},
			cliutil.JSONFlag(planned{})},
		Action: func(c *cli.Context) error { return planRecipe(c, of) },
	}
}

// planned is the result of recipe plan and recipe status.
type planned struct {
	Recipe string        `json:"recipe"`
	Points int           `json:"points"` // of the sweep; 1 without one
	Steps  []plannedStep `json:"steps"`
	After  []string      `json:"after,omitempty"` // steps that wait for all points of the sweep, or for the best one
	Tune   *search       `json:"tune,omitempty"`

	Results []resultName `json:"results,omitempty"` // of the steps, if --list-results asks for them
}

// resultName describes a result of a step.
type resultName struct {
	Result  string `json:"result"`
	Name    string `json:"name"`             // in the results of recipe report --json
	Unit    string `json:"unit,omitempty"`   // that people read
	Better  string `json:"better,omitempty"` // higher or lower
	Meaning string `json:"meaning"`
}

// resultNames returns the main results of the steps of a recipe, and that of a whole point.
func resultNames(r *recipe.Recipe, p *recipe.Plan) (all []resultName, err error) {
	of := r.Results()
	hours, err := r.Result(recipe.CoreHours)
	if err != nil {
		return nil, err
	}
	for _, one := range append(of, hours) {
		unit, err := p.Unit(one)
		if err != nil { // it differs between points
			unit = "depends on the point"
		}
		all = append(all, resultName{one.Called(), one.FullName(), unit.String(), one.Direction(), one.Meaning})
	}
	return all, nil
}

// resultsText returns a table of the results.
func (p *planned) resultsText() string {
	t := plaintext.Table{Left: []int{0, 1, 2, 3}, Head: []string{"result", "unit", "better", "what it is"}}
	for _, of := range p.Results {
		t.Add(of.Result, of.Unit, of.Better, of.Meaning)
	}
	return t.Text()
}

type plannedStep struct {
	Step      string  `json:"step"`
	Point     string  `json:"point,omitempty"` // of the sweep, if the step belongs to one
	Command   string  `json:"command"`
	Digest    string  `json:"digest"`
	State     string  `json:"state"` // done, running, interrupted, failed, dropped or new
	Why       string  `json:"why,omitempty"`
	CoreHours float64 `json:"core_hours,omitempty"` // of finished steps; of others an estimate, missing if unknown
	Folder    string  `json:"folder,omitempty"`     // of finished steps
}

// Text returns a table of the steps.
func (p *planned) Text() string {
	if p.Results != nil {
		return p.resultsText()
	}
	t := plaintext.Table{Left: []int{0, 1, 2, 4}, Head: []string{"step", "command", "state", "core-hours", "why"}}
	if p.Points > 1 {
		t.Left, t.Head = append(t.Left, 5), append(t.Head, "point")
	}
	done, hours := 0, 0.0
	for _, s := range p.Steps {
		switch s.State {
		case recipe.Done:
			done++
		case recipe.Dropped:
		default:
			hours += s.CoreHours
		}
		t.Add(s.Step, s.Command, s.State, recipe.HoursText(s.CoreHours), s.Why, s.Point)
	}
	for _, name := range p.After {
		t.Add(name, "", recipe.New, "", "waits for other points of the sweep")
	}
	text := t.Text() + fmt.Sprintf("%d of %s done", done, plaintext.Counted(len(p.Steps)+len(p.After), "step", "steps"))
	if hours > 0 {
		text += fmt.Sprintf(", about %s core-hours to do", recipe.HoursText(hours))
	}
	return text + "\n" + p.Tune.Text()
}

func planRecipe(c *cli.Context, of Program) error {
	r, store, err := open(c, of)
	if err != nil {
		return err
	}
	p, err := plan(c, r, store)
	if err != nil {
		return err
	}
	var seconds func(*recipe.Work) float64
	if path := c.String("speed"); path != "" {
		rates, err := readSpeed(path)
		if err != nil {
			return cliutil.Usage(err)
		}
		seconds = rates.seconds
	}
	states, err := store.States(p, seconds)
	if err != nil {
		return err
	}
	result := &planned{Recipe: r.Name, Points: len(p.Points), Steps: []plannedStep{}}
	for _, s := range states {
		step := plannedStep{Step: s.Work.Label, Point: p.PointOf(s.Work), Command: s.Work.Step.Kind.Name, Digest: s.Work.Digest, State: s.What, Why: s.Why, CoreHours: s.Hours}
		if s.Record != nil {
			step.Folder = s.Record.Dir
		}
		result.Steps = append(result.Steps, step)
	}
	for _, s := range p.After {
		result.After = append(result.After, s.Name)
	}
	if result.Tune, err = searchOf(r, store); err != nil {
		return err
	}
	if c.Bool("list-results") {
		if result.Results, err = resultNames(r, p); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, result)
}

func statusCommand(of Program) *cli.Command {
	c := planCommand(of)
	c.Name, c.Usage = "status", "show how far the steps of a recipe are"
	c.Flags = slices.DeleteFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == "list-results" })
	c.Description = `Lists the steps of a recipe in --out: done, running, interrupted, failed with the error, dropped by
halving, or new. recipe report prints the results so far.

Example:
   gammonlab recipe status first.yaml --out runs`
	c.Action = func(c *cli.Context) error {
		if err := cliutil.Require(c, "out"); err != nil {
			return err
		}
		return planRecipe(c, of)
	}
	return c
}

func showCommand(of Program) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print the commands of a recipe",
		ArgsUsage: fileArgument,
		Description: `Prints the commands of a recipe as a script for a shell, which writes the same bytes without
recipes, one folder for each step below --out.

Example:
   gammonlab recipe show first.yaml --out runs/plain >first.sh`,
		Flags: []cli.Flag{outFlag(false), toFlag()},
		Action: func(c *cli.Context) error {
			r, store, err := open(c, of)
			if err != nil {
				return err
			}
			p, err := plan(c, r, store)
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.App.Writer, script(c.App.Name, p, cmp.Or(c.String("out"), ".")))
			return err
		},
	}
}

// script returns the commands of a plan for a shell. Steps of equal names, of several points
// of a sweep, have the beginning of their digest in the name.
func script(program string, p *recipe.Plan, dir string) string {
	folders, named := map[string]string{}, map[string]bool{}
	var b strings.Builder
	b.WriteString("set -e\n")
	for _, w := range p.Works {
		name := w.Label
		if named[name] {
			name += "-" + w.Digest[:8]
		}
		named[name] = true
		folders[w.Digest] = filepath.Join(dir, name)
		args := w.Args(func(digest string) string { return folders[digest] }, folders[w.Digest])
		args = slices.Insert(args, len(strings.Fields(w.Step.Kind.Name)), w.Step.Kind.Always...)
		fmt.Fprintf(&b, "\nmkdir -p %s\n%s", cliutil.Quoted(folders[w.Digest]), program)
		for _, arg := range args {
			b.WriteString(" " + cliutil.Quoted(arg))
		}
		fmt.Fprintf(&b, " >%s\n", cliutil.Quoted(filepath.Join(folders[w.Digest], recipe.ResultName(w.Step.Kind))))
	}
	return b.String()
}
