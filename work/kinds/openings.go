package kinds

import (
	"context"
	"io"

	"gammonlab/desk/openings"
	"gammonlab/engine/rollout"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// openingsWork has the settings of the command openings build.
type openingsWork struct {
	Out               string `json:"out" required:"true" input:"command" path:"journal" file:"openings.json" help:"output <FILE>"`
	openings.Settings `without:"opening_roll"`
}

func openingsKind() work.Kind[openingsWork, *openings.Book] {
	return work.Kind[openingsWork, *openings.Book]{
		Name: "openings build", Title: "Opening book", Unit: "decisions", Label: "openings",
		Usage: "create a book: roll out first rolls and replies",
		About: "Roll out the plays of the opening rolls, and the replies to them.",
		Help: `Rolls out the plays of the 15 opening rolls, and the replies to the best play of each for all
21 rolls, with the doubling cube, in a money game or at the score of --match and --score.
Candidates are the best plays by 1-ply equity. The JSON file contains the equity and standard
error of every play; openings show prints it.

--second rolls out all plays by another net, too: the standard error does not show what a net
misjudges in all trials. Plays are equal unless both nets put them behind the best by more than
the joint standard error. --beside also shows and rolls out the choices of another player.

` + rollout.PresetUsage() + `
The default is standard. Plays that are behind are stopped only with --stop-jsd.

Example:
   gammonlab openings build --out openings.json --second large --beside gnubg:2
   gammonlab openings build --preset quick --no-replies --out first.json
   gammonlab openings build --match 5 --score 3-4 --out 3-4.json`,
		Farm: rollout.Kind, Programs: true, Run: runOpenings,
	}
}

func runOpenings(ctx context.Context, w *openingsWork, env *work.Env) (*openings.Book, error) {
	if p, ok := w.Beside.Player.(io.Closer); ok {
		defer p.Close()
	}
	warnNet(env, &w.Net)
	s := w.Settings
	s.Out, s.Workers, s.Pool, s.Replace, s.Progress = w.Out, env.Workers, env.Pool, env.Replace, env.Count()
	return openings.Build(ctx, s)
}

// showBookWork has the settings of the command openings show.
type showBookWork struct {
	File     string `json:"file" required:"true" path:"in" place:"FILE" help:"<FILE> of the book"`
	Markdown bool   `json:"markdown" help:"print Markdown"`
}

// markdownBook is a book whose text is Markdown.
type markdownBook struct{ *openings.Book }

// Text returns the tables of the book.
func (b markdownBook) Text() string { return b.Markdown() }

func showBookKind() work.Kind[showBookWork, work.Result] {
	return work.Kind[showBookWork, work.Result]{
		Name: "openings show", Title: "Tables of an opening book", Unit: "books",
		Usage: "print a book",
		Help: `Prints the tables of a book: the opening rolls with all plays, the best reply to each with
equally good replies or else the next best, and the choices of the --beside player.

Example:
   gammonlab openings show openings.json
   gammonlab openings show --markdown openings.json`,
		Local: true, Serial: true, Results: []any{openings.Book{}}, Run: runShowBook,
	}
}

func runShowBook(_ context.Context, w *showBookWork, env *work.Env) (result work.Result, err error) {
	if w.Markdown && env.Out == nil {
		return nil, work.Refused(setting.Errorf("%s contradicts %s", setting.Name("json"), setting.Name("markdown")))
	}
	err = readFile(w.File, func(file io.Reader) error {
		book, err := openings.Read(file, w.File)
		result = book
		if w.Markdown {
			result = markdownBook{book}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}
