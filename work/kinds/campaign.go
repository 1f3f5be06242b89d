package kinds

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"gammonlab/board/record"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/campaign"
	"gammonlab/work"
)

// campaignWork has the settings of the command bench campaign play.
type campaignWork struct {
	campaign.Settings
	Out string `json:"out" required:"true" group:"Output" input:"command" path:"folder" files:"campaign.json [0-9][0-9][0-9][0-9][0-9][0-9].mat" help:"write the games into <FOLDER>"`
}

// Resumes reports whether the command continues a campaign.
func (*campaignWork) Resumes(name string, value func(name string) string) bool {
	return campaign.Exists(value("out"))
}

// campaignGames says where the games of a campaign are. It has no text.
type campaignGames struct {
	Folder string `json:"folder"`
	Games  int    `json:"games" unit:"games" meaning:"games, or matches, in the folder"` // games, or matches, in the folder
}

// Text implements [work.Result].
func (*campaignGames) Text() string { return "" }

func campaignKind() work.Kind[campaignWork, *campaignGames] {
	return work.Kind[campaignWork, *campaignGames]{
		Name: "bench campaign play", Title: "Games of a campaign", Unit: "games", Label: "campaign", Local: true,
		Usage: "play a player against itself, in files that other programs analyse",
		Help: `Plays games with the cube of a player against itself and writes them as .mat files into a
folder, which eXtreme Gammon and GNU Backgammon import: 000001.mat is a session of 100 money
games. With --match, each match has a file. Analyse the files with the other program, save them as
.xg or .sgf, and read the error rates with "bench campaign pr".

The same command resumes after an interruption; a larger --games continues the campaign.

Example:
   gammonlab bench campaign play --player net:default,plies=2 --out campaign
   gammonlab bench campaign play --player net:large --match 7 --games 200 --out matches`,
		Run: runCampaign,
	}
}

func runCampaign(ctx context.Context, w *campaignWork, env *work.Env) (*campaignGames, error) {
	if env.Replace {
		if err := campaign.Remove(w.Out); err != nil {
			return nil, err
		}
	}
	folder, err := campaign.Open(w.Out, &w.Settings)
	if err != nil {
		return nil, err
	}
	match := folder.Match()
	if match == nil {
		env.Note(w.Out + " has all games")
		return &campaignGames{w.Out, folder.Played()}, nil
	}
	match.Workers = env.Workers
	show := func(*evalbench.Result) error {
		env.Progress(work.Progress{Done: int64(folder.Played()), Total: int64(w.Games)})
		return nil
	}
	if err := show(nil); err != nil {
		return nil, err
	}
	match.Observers = append(match.Observers, evalbench.OnProgress(show))
	_, err = match.Run(ctx)
	if err = errors.Join(err, folder.Flush()); err != nil {
		return nil, work.Kept(err, "the games are kept in "+w.Out)
	}
	return &campaignGames{w.Out, folder.Played()}, nil
}

// analysedWork has the settings of the command bench campaign pr.
type analysedWork struct {
	Folder string    `json:"folder" required:"true" path:"in" place:"FOLDER" help:"<FOLDER> with the games"`
	Files  []string  `json:"files,omitempty" path:"in" place:"[FILE...]" help:"<FILE>s with analyses"`
	MET    named.MET `json:"met,omitzero" group:"Rules, cube and score"`
}

// CheckArguments returns an error if the command has no arguments.
func (*analysedWork) CheckArguments(all []string) error {
	if len(all) == 0 {
		return errors.New("no file given")
	}
	return nil
}

func analysedKind() work.Kind[analysedWork, *campaign.Result] {
	return work.Kind[analysedWork, *campaign.Result]{
		Name: "bench campaign pr", Title: "Error rates of a campaign", Unit: "files", Local: true, Serial: true,
		Usage: "print the error rates of a campaign by the analyses of another program",
		Help: `Reads the analyses in files of eXtreme Gammon (.xg) and GNU Backgammon (.sgf), and prints the
performance rating (PR) and other error rates of both sides together, with 95% intervals over
games. Without files it reads those in FOLDER, in which "bench campaign play" wrote the games. A
FILE can be a folder. Errors are those that the other program computed; this program only counts
the decisions, see docs/analysis.md. A file with other games is refused.

Example:
   gammonlab bench campaign pr campaign
   gammonlab bench campaign pr --json campaign analysed/*.xg`,
		Run: func(_ context.Context, w *analysedWork, _ *work.Env) (*campaign.Result, error) {
			files, err := w.records()
			if err != nil {
				return nil, err
			}
			return campaign.Read(w.Folder, files, w.MET)
		},
	}
}

// records returns the records that other programs have analysed: those of the files, by default
// those in the folder that are not its games.
func (w *analysedWork) records() ([]string, error) {
	own, paths := len(w.Files) == 0, w.Files
	if own {
		paths = []string{w.Folder}
	}
	found, err := record.FindMatches(paths...)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, name := range found.Files {
		if !own || filepath.Ext(name) != ".mat" {
			files = append(files, name)
		}
	}
	if len(files) == 0 {
		return nil, work.Refused(fmt.Errorf("%s has no analysed files: import its .mat files into another program, analyse them and save them as .xg or .sgf", w.Folder))
	}
	return files, nil
}
