// Package kinds makes commands of the kinds of work in the catalogue, see package work.
package kinds

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/farm"
	"gammonlab/internal/output"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/work"
	"gammonlab/work/paths"
)

// AddTo adds the commands of kinds of work, and their outputs, to a program. A kind of two
// words or more stands in the group of commands with the words before the last, which AddTo
// makes if it is missing.
func AddTo(p *cliutil.Program, entries []*work.Entry) {
	all := cliutil.Outputs{}
	for _, e := range entries {
		p.Commands = add(p.Commands, strings.Fields(e.Name), command(e))
		if list := outputs(e); list != nil {
			all[e.Name] = list
		}
	}
	maps.Copy(all, p.Outputs)
	p.Outputs = all
}

// Check returns an error if a kind of work has the name of another command.
func Check(p *cliutil.Program) error {
	seen, acts := map[string]bool{}, map[string]bool{}
	for name, command := range cliutil.EveryCommand(p.Commands) {
		acts[name] = command.Action != nil
	}
	for _, e := range work.All() {
		if group := e.Name[:max(0, strings.LastIndexByte(e.Name, ' '))]; acts[group] {
			return fmt.Errorf("kind of work %q (%s): %s is a command and no group of commands", e.Name, e.Where(), group)
		}
	}
	for name := range cliutil.EveryCommand(p.Commands) {
		if e := work.Find(name); seen[name] && e != nil {
			return fmt.Errorf("kind of work %q (%s): the program has another command of this name", name, e.Where())
		}
		seen[name] = true
	}
	return nil
}

// Place stands in the list of commands for one of a kind of work, which [AddTo] puts there.
func Place(name string) *cli.Command { return &cli.Command{Name: name} }

// add adds a command below the groups of the words before the last.
func add(commands []*cli.Command, words []string, of *cli.Command) []*cli.Command {
	i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == words[0] })
	if len(words) == 1 {
		if i < 0 || commands[i].Usage != "" { // not a place
			return append(commands, of)
		}
		commands[i] = of
		return commands
	}
	if i < 0 {
		i = len(commands)
		commands = append(commands, &cli.Command{Name: words[0], Usage: "kinds of work that this program adds"})
	}
	commands[i].Subcommands = add(commands[i].Subcommands, words[1:], of)
	return commands
}

// outputs returns the outputs of the command of a kind of work.
func outputs(e *work.Entry) []cliutil.Output {
	var list []cliutil.Output
	for _, p := range paths.Of(e.New()) {
		if p.Written {
			list = append(list, outputOf(&p, e))
		}
	}
	return list
}

// outputOf describes a setting that names an output. The outputs of a training continue with its
// run folder.
func outputOf(p *paths.Path, e *work.Entry) cliutil.Output {
	o := cliutil.Output{Kind: p.Kind, Patterns: p.Patterns()}
	settings, name := e.New(), string(p.Name)
	if p.IsFlag() {
		o.Flag = p.Name.Flag()
	} else {
		o.Argument = 1 + slices.IndexFunc(arguments(settings), func(f setting.Field) bool { return f.Name == p.Name })
	}
	if s, ok := settings.(interface {
		Resumes(name string, value func(name string) string) bool
	}); ok {
		o.Resumes = func(c *cli.Context) bool { return s.Resumes(name, valueOf(c, settings)) }
	}
	if main := paths.Main(settings); main != nil && main.Kind == output.RunFolder {
		o.Resumes = continues(main.Name.Flag())
	}
	if p.Kind == output.RunFolder {
		return o
	}
	if s, ok := settings.(interface {
		PathsOf(name, path string, value func(name string) string) []string
	}); ok {
		o.Paths = func(c *cli.Context, path string) []string { return s.PathsOf(name, path, valueOf(c, settings)) }
	}
	if s, ok := settings.(interface {
		Beside(name, path string) []output.Output
	}); ok {
		o.Beside = func(path string) []output.Output { return s.Beside(name, path) }
	}
	return o
}

// valueOf returns the function for the values of settings.
func valueOf(c *cli.Context, settings any) func(name string) string {
	given, _ := argumentTexts(c, settings) // the command returns the error
	return func(name string) string {
		if text, ok := given[setting.Name(name)]; ok {
			return text
		}
		return fmt.Sprint(c.Value(setting.Name(name).Flag()))
	}
}

// continues returns the function that reports whether a training continues the run in the
// folder of a flag.
func continues(flag string) func(c *cli.Context) bool {
	return func(c *cli.Context) bool {
		return c.Bool("resume") || !c.Bool("force") && runfolder.New(c.String(flag)).Begun()
	}
}

// command returns the command of a kind of work.
func command(e *work.Entry) *cli.Command {
	settings := e.New()
	flags := cliutil.FlagsOf(settings)
	if !e.Serial {
		flags = append(flags, cliutil.WorkersFlag())
	}
	if e.Asks() || e.CSV {
		flags = append([]cli.Flag{cliutil.FormatFlag(formats(e)...), jsonFlag(e)}, flags...)
	} else {
		flags = append(flags, jsonFlag(e))
	}
	if e.Farm != nil {
		flags = append(flags, cliutil.PoolFlags()...)
	}
	words := strings.Fields(e.Name)
	c := &cli.Command{Name: words[len(words)-1], Usage: e.Usage, Description: description(e), Flags: flags}
	var places []string
	for _, f := range arguments(settings) {
		places = append(places, f.Place)
	}
	c.ArgsUsage = strings.Join(places, " ")
	if e.Asks() {
		c.ArgsUsage = cliutil.PositionArgs
	}
	c.Action = func(c *cli.Context) error { return run(c, e) }
	return c
}

// jsonFlag returns the flag --json of the command.
func jsonFlag(e *work.Entry) cli.Flag {
	switch {
	case e.Asks():
		return cliutil.JSONAnswersFlag(e.Results...)
	case e.Lines:
		return cliutil.JSONLinesFlag(e.Results...)
	}
	return cliutil.JSONFlag(e.Results...)
}

// refused makes an error of [work.Refused] one about the command line.
func refused(err error) error {
	if errors.As(err, new(*work.RefusedError)) {
		return cliutil.Usage(err)
	}
	return err
}

// arguments returns the settings that the arguments of the command give, in their order.
func arguments(settings any) []setting.Field {
	return slices.DeleteFunc(setting.OfCommand(settings), func(f setting.Field) bool { return f.Place == "" })
}

// description returns the text of the help: that of the kind, with what is said about all kinds
// before its example. A kind may say itself how interrupted work continues.
func description(e *work.Entry) string {
	text, example, hasExample := strings.Cut(e.Help, "\nExample:")
	text += registeredPlayers(e.New())
	if before, after, ok := strings.Cut(text, "@POSITIONS"); ok {
		text = before + cliutil.PositionUsage + after
	}
	if p := paths.Main(e.New()); p != nil && p.Kind == output.Journaled && !strings.Contains(text, "interrupted") {
		text += "\n" + journalUsage(p) + "\n"
	}
	if e.Farm != nil {
		text += "\n" + cliutil.PoolUsage + "\n"
		if e.FarmNote != "" {
			text += e.FarmNote + "\n"
		}
	}
	text = strings.TrimSpace(text)
	if hasExample {
		text += "\n\nExample:" + example
	}
	return text
}

// registeredPlayers says which players of its own the program has, if one of the settings names
// players.
func registeredPlayers(settings any) string {
	own := player.Registered()
	named := slices.ContainsFunc(setting.OfCommand(settings), func(f setting.Field) bool {
		switch f.Value().(type) {
		case named.Player, named.Players:
			return true
		}
		return false
	})
	if len(own) == 0 || !named {
		return ""
	}
	return "\nThis program also has the players " + strings.Join(own, ", ") + ".\n"
}

// journalUsage says how work with a journal continues.
func journalUsage(p *paths.Path) string {
	name := "FILE"
	if p.IsFlag() {
		name = strings.ToUpper(p.Name.Flag())
	}
	return `Progress is kept in ` + name + `.part until the run completes. If interrupted, run the same command
again to resume. The output is identical for any interruption and any --workers.`
}

// run runs the command of a kind of work.
func run(c *cli.Context, e *work.Entry) error {
	settings := e.New()
	if err := read(c, e, settings); err != nil {
		return refused(err)
	}
	format, err := formatOf(c, e)
	if err == nil && e.Asks() {
		err = checkQuestions(c, settings)
	}
	if err == nil {
		err = checkFarm(c, e, settings)
	}
	if err == nil {
		err = cliutil.Opened(e.Open(settings, opener(c, e)))
	}
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, e.Label, e.Unit)
	pool, close, err := poolOf(c, e, settings, bar)
	if err != nil {
		return err
	}
	defer close()
	env := envOf(c, e, bar, format)
	env.Pool = pool
	if e.Asks() {
		return refused(ask(c, e, settings, env, bar, format))
	}
	result, err := e.Run(bar.Watch(c.Context), settings, env)
	bar.Finish()
	if err != nil {
		err = resumable(err, settings)
	}
	err = refused(err)
	if result == nil {
		return err
	}
	return errors.Join(err, cliutil.PrintAs(c, format, result), failure(result))
}

// envOf returns what the work of a command has at its disposal, without a pool.
func envOf(c *cli.Context, e *work.Entry, bar *cliutil.Bar, format string) *work.Env {
	env := &work.Env{
		Workers: cliutil.Workers(c), Replace: c.Bool("force"), Command: cliutil.CommandLine(c), In: c.App.Reader,
		CSV:      format == cliutil.FormatCSV,
		Progress: progressOf(bar, e),
		Print: func(result work.Result) error {
			bar.Next(e.Label, e.Unit)
			return printOne(c, result, format)
		},
		Note: func(text string) {
			bar.Finish()
			cliutil.Note(c, "%s", text)
		},
		Warn: func(text string) {
			bar.Finish()
			cliutil.Warn(c, "%s", text)
		},
		Reads: func(source string, files ...string) error { return cliutil.CheckInputs(c, source, files...) },
	}
	if format != cliutil.FormatJSON {
		env.Out = c.App.Writer
	}
	return env
}

// failure returns why a command with the result fails, nil if it does not, see [work.Result].
func failure(r work.Result) error {
	if of, ok := r.(interface{ Failure() error }); ok {
		return of.Failure()
	}
	return nil
}

// printOne prints one of several results.
func printOne(c *cli.Context, result work.Result, format string) error {
	out := cliutil.NewRowWriter(c.App.Writer, "")
	return out.Finish(out.Result(format, result))
}

// argumentTexts returns the texts of the settings that the arguments give, one after the other.
// A list takes the rest of them, and the values of its flag if it has one.
func argumentTexts(c *cli.Context, settings any) (map[setting.Name]string, error) {
	given, rest := map[setting.Name]string{}, c.Args().Slice()
	if s, ok := settings.(interface{ CheckArguments(all []string) error }); ok {
		if err := s.CheckArguments(rest); err != nil {
			return nil, err
		}
	}
	all := arguments(settings)
	for _, f := range all {
		n := min(len(rest), 1)
		if f.IsTexts() {
			n = len(rest)
		}
		var list []string
		switch list, rest = slices.Clone(rest[:n]), rest[n:]; {
		case n == 0 && f.Required:
			return nil, fmt.Errorf("no %s given", strings.ToLower(strings.Trim(f.Place, "[].")))
		case n == 0:
			continue
		case f.IsFlag():
			list = append(list, c.StringSlice(f.Name.Flag())...)
		}
		text, err := setting.Lines(f.Name, list)
		if err != nil {
			return nil, err
		}
		given[f.Name] = text
	}
	if len(rest) > 0 && len(all) == 1 {
		return nil, fmt.Errorf("unexpected argument %q: one %s at a time", rest[0], strings.ToLower(all[0].Place))
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("unexpected argument %q", rest[0])
	}
	return given, nil
}

// read reads the settings from the flags and the arguments of the command.
func read(c *cli.Context, e *work.Entry, settings any) error {
	if e.Asks() { // the arguments are the questions
		return cliutil.ReadSettings(c, settings, nil)
	}
	given, err := argumentTexts(c, settings)
	if err != nil {
		return cliutil.Usage(err)
	}
	if err := readLists(c, settings, given); err != nil {
		return err
	}
	of, ok := settings.(configured)
	if !ok {
		return cliutil.ReadSettings(c, settings, given)
	}
	path, text, err := of.BaseConfig(valueOf(c, settings), func(name string) bool { return c.IsSet(setting.Name(name).Flag()) })
	if err != nil {
		return err
	}
	return cliutil.ReadConfig(c, settings, path, text)
}

// configured are settings that begin with those of a file, which flags override.
type configured interface {
	// BaseConfig returns the path of the file and its text, nil for none, given the values of
	// flags and whether they are set.
	BaseConfig(value func(name string) string, given func(name string) bool) (path string, text []byte, err error)
}

// opener returns the opener of what the settings name.
func opener(c *cli.Context, e *work.Entry) *named.Opener {
	o := cliutil.Opener(c)
	if e.Programs {
		o.Only = ""
	}
	return o
}

// checkFarm returns an error if the flags of the farm are wrong, or if there is nothing that it
// can do.
func checkFarm(c *cli.Context, e *work.Entry, settings any) error {
	if e.Farm == nil {
		return nil
	}
	if s, ok := settings.(interface{ CheckFarm() error }); ok && c.IsSet("pool") {
		if err := s.CheckFarm(); err != nil {
			return cliutil.Usage(err)
		}
	}
	return cliutil.CheckPool(c)
}

// poolOf returns the pool of the flags, see [cliutil.PoolFromFlags].
func poolOf(c *cli.Context, e *work.Entry, settings any, bar *cliutil.Bar) (farm.Pool, func(), error) {
	if e.Farm == nil {
		return nil, func() {}, nil
	}
	return cliutil.PoolFromFlags(c, bar, keeper(settings))
}

// progressOf returns the function that shows progress on the bar.
func progressOf(bar *cliutil.Bar, e *work.Entry) func(work.Progress) {
	step, unit := e.Label, e.Unit
	return func(p work.Progress) {
		if next, counts := cmp.Or(p.Step, e.Label), cmp.Or(p.Unit, e.Unit); next != step || counts != unit {
			bar.Next(next, counts)
			step, unit = next, counts
		}
		bar.Report(p.Done, p.Total)
		if p.Note != "" {
			bar.Note(p.Note)
		}
	}
}

// keeper returns the path of the file that keeps the progress, "" for none.
func keeper(settings any) string {
	for _, p := range paths.Of(settings) {
		if p.Kind == output.Journaled || p.Kind == output.Kept {
			return p.String()
		}
	}
	return ""
}

// isThere reports whether a file exists.
func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// resumable adds to the error of an interruption how to resume.
func resumable(err error, settings any) error {
	if kept := new(work.KeptError); errors.As(err, &kept) {
		return cliutil.Resumable(err, "%s; resume with the same command", kept.What)
	}
	for _, p := range paths.Of(settings) {
		path := p.String()
		switch {
		case p.Kind == output.Journaled:
			return cliutil.ResumableFile(err, path)
		case p.Kind == output.Kept && path == "":
			return cliutil.Resumable(err, "no %s are kept; with --%s FILE they are kept, and the same command resumes", p.Keeps(), p.Name.Flag())
		case p.Kind == output.Kept && !isThere(path):
		case p.Kind == output.Kept:
			return cliutil.Resumable(err, "the %s are kept in %s; resume with the same command", p.Keeps(), path)
		}
	}
	return cliutil.Resumable(err, "no progress is kept; the same command starts from the beginning")
}
