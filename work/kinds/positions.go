package kinds

import (
	"context"
	"io"
	"os"

	"gammonlab/engine/rollout"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/report"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/journal"
	"gammonlab/work"
)

// examFiles are the files that a measurement of players writes.
type examFiles struct {
	Plots   string `json:"plots,omitempty" path:"folder" files:"*.png *.svg" input:"command" help:"draw errors and their distributions in <FOLDER>, as PNG and SVG"`
	Results string `json:"results,omitempty" path:"kept" file:"answers" keeps:"answers" input:"command" help:"keep the answers in <FILE>; decisions in it are not asked again"`
	page
}

// examWork is a measurement of players with its files.
type examWork struct {
	positions.Exam
	File []string `json:"file,omitempty" place:"[FILE...]" path:"in" input:"command" help:"<FILE> of decisions"`
	examFiles
	Rollouts []string `json:"rollouts,omitempty" path:"in" input:"command" help:"rollouts of the same decisions in <FILE>, such as those by another net, answer as a further player"`
}

func examKind() work.Kind[examWork, *positions.Report] {
	return work.Kind[examWork, *positions.Report]{
		Name: "bench positions run", Title: "Error rates", Unit: "decisions", Label: "positions",
		Usage: "measure the error rates of players on a benchmark",
		About: "Measure the error rates of players, joined by commas, on the benchmark of rolled-out decisions that comes with the program. " + playerAbout,
		Help: `Prints the mean cost of a player's decisions in mEq (thousandths of a point), with the 95%
interval over decisions, for checker play, doubling and taking, and by class of position. It
also prints how often another choice is better, and how often it is better by more than 1.96
standard errors of the rollouts, and for doubling the errors of a net's own equities. With several
players, each is compared with the first. Classes and rules with fewer than 20 questions are
left out; --all prints them, and --json always has them.

A play that the benchmark does not list costs as much as the worst listed play. Take
decisions are evaluated where a double is right, or wrong by at most 0.1 points. Players
without a cube are evaluated on plays only.

With --results, an interrupted command resumes if it is run again, and further players can be
added.

FILE is a file of "bench positions build" or a gnubg benchmark file (.bm). Without FILE the
shipped benchmark is used.

Example:
   gammonlab bench positions run
   gammonlab bench positions run --player net:default --plies 0 --plies 1 --player pubeval --worst 20
   gammonlab bench positions run decisions.jsonl contact.bm --player net:new.safetensors
   gammonlab bench positions run --plies 0 --plies 2 --plots plots --html page.html
   gammonlab bench positions run decisions.jsonl --rollouts again.jsonl`,
		Farm: positions.ExamKind, FarmNote: noPrograms, Run: runExam,
	}
}

func runExam(ctx context.Context, e *examWork, env *work.Env) (*positions.Report, error) {
	settings, err := e.described(env.Command, &e.Exam, e.File, "benchmark")
	if err == nil && e.HTML != "" {
		err = listFiles(&settings, e.Rollouts, "rollouts")
	}
	if err != nil {
		return nil, err
	}
	if len(e.File) == 0 && e.HTML != "" {
		settings.List = append(settings.List, [2]string{"benchmark", "the one that comes with the program"})
	}
	if e.Decisions, err = readDecisions(e.File); err != nil {
		return nil, err
	}
	for _, file := range e.Rollouts {
		set, err := positions.Open(file)
		if err != nil {
			return nil, err
		}
		e.Rolled = append(e.Rolled, positions.Rolled{Name: file, Decisions: set.Decisions})
	}
	return e.run(ctx, &e.Exam, settings, env)
}

// run lets the players answer and writes the files. The exam has its decisions.
func (f *examFiles) run(ctx context.Context, e *positions.Exam, s report.Settings, env *work.Env) (*positions.Report, error) {
	e.Workers, e.Pool, e.Results = env.Workers, env.Pool, f.Results
	now := work.Progress{Total: int64(len(e.Decisions) * len(e.Players)), Result: func() work.Result { return nil }}
	env.Progress(now)
	e.Progress = func(r *positions.Report) {
		now.Done++
		now.Result = func() work.Result { return r }
		env.Progress(now)
	}
	answers, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	if f.Plots != "" {
		if err := answers.Plot(f.Plots); err != nil {
			return nil, err
		}
	}
	err = f.write(func(w io.Writer) error { return report.Positions(w, answers, answers.Charts(), s) })
	if err != nil {
		return nil, err
	}
	return answers, nil
}

// described returns the settings for the page, if there is one, with the digests of the files.
func (f *examFiles) described(command string, e *positions.Exam, files []string, what string) (s report.Settings, err error) {
	if f.HTML == "" {
		return s, nil
	}
	own := *e
	own.Worst = 0 // the page always shows some
	s = report.SettingsOf(command, &own)
	return s, listFiles(&s, files, what)
}

// listFiles adds files with their digests to the settings of a page.
func listFiles(s *report.Settings, files []string, what string) error {
	for _, file := range files {
		sum, err := digest.File(file)
		if err != nil {
			return err
		}
		s.List = append(s.List, [2]string{what, file}, [2]string{"its SHA-256", sum})
	}
	return nil
}

// readDecisions returns the decisions of the files or, without files, of the program's
// benchmark.
func readDecisions(files []string) ([]positions.Decision, error) {
	if len(files) == 0 {
		return positions.Standard().Decisions, nil
	}
	set, err := positions.OpenAll(files)
	if err != nil {
		return nil, err
	}
	return set.Decisions, nil
}

// buildWork is the making of a benchmark with its files.
type buildWork struct {
	positions.Settings `without:"opening_roll"` // rollouts begin after a play
	Out                string                   `json:"out,omitempty" required:"true" path:"journal" file:"decisions.jsonl" input:"command" help:"output <FILE>"`
	BM                 string                   `json:"bm,omitempty" path:"out" input:"command" help:"also write the rolls as a gnubg benchmark <FILE> (.bm)"`
}

func buildKind() work.Kind[buildWork, *positions.Built] {
	return work.Kind[buildWork, *positions.Built]{
		Name: "bench positions build", Title: "Benchmark of decisions", Unit: "decisions",
		Usage: "create a benchmark: roll out decisions from self-play games",
		About: "Roll out decisions of self-play games, for measurements of error rates. " + playerAbout,
		Help: `Collects decisions from self-play games of a player and rolls out their alternatives. It
collects rolls whose two best plays are close, and cube decisions close to the border of
double, take or pass. With --cubeful or --match decisions have the score and the cube of
their game. Without, rolls are rolled out cubeless, and cube decisions as those of money games
with a centred cube, without the Jacoby rule.

With --again it rolls out the decisions of other benchmarks, with their rules, such as by another
net or to the end of the games: how far is a benchmark to be believed?

` + rollout.PresetUsage() + `
Progress is kept in FILE.part until the run completes. If interrupted, run the same
command again to resume. The output is identical for any interruption and any
--workers.

Example:
   gammonlab bench positions build --decisions 200 --cubes 40 --out decisions.jsonl
   gammonlab bench positions build --match 7 --decisions 0 --cubes 100 --stop-jsd 0 --stop-difference 0.003 --out matches.jsonl
   gammonlab bench positions build --quota contact=100,race=50 --trials 5184 --truncate 0 --out exact.jsonl
   gammonlab bench positions build --again decisions.jsonl --truncate 0 --model gnubg.wd --out again.jsonl`,
		Farm: positions.BuildKind, FarmNote: "This machine plays the games that the decisions come from.", Run: runBuild,
	}
}

// Resumes reports, for the benchmark of gnubg, whether an earlier run completed the main file:
// only the journal must be removed.
func (*buildWork) Resumes(name string, value func(string) string) bool {
	_, errFile := os.Stat(value("out"))
	_, errJournal := os.Stat(value("out") + journal.Suffix)
	return name == "bm" && errFile == nil && errJournal == nil
}

func runBuild(ctx context.Context, b *buildWork, env *work.Env) (*positions.Built, error) {
	s := b.Settings
	s.Out, s.Replace, s.Workers, s.Pool, s.Progress = b.Out, env.Replace, env.Workers, env.Pool, env.Count()
	warnNet(env, &s.Net)
	if b.BM != "" {
		s.Written = b.writeBM
	}
	set, err := positions.Build(ctx, s)
	if err != nil {
		return nil, err
	}
	return s.Built(set), nil
}

// writeBM writes the rolls of a benchmark in the format of gnubg's nets.
func (b *buildWork) writeBM(set *positions.Set) error {
	return atomicfile.Write(b.BM, func(w io.Writer) error {
		_, err := set.WriteBM(w)
		return err
	})
}
