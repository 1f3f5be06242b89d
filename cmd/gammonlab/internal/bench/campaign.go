package bench

import (
	"errors"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/campaign"
)

func campaignCommand() *cli.Command {
	return &cli.Command{
		Name:        "campaign",
		Usage:       "measure a player by eXtreme Gammon or GNU Backgammon",
		Subcommands: []*cli.Command{campaignPlayCommand(), campaignRatesCommand()},
	}
}

func campaignPlayCommand() *cli.Command {
	return &cli.Command{
		Name:  "play",
		Usage: "play a player against itself, in files that other programs analyse",
		Description: `Plays games with the cube of a player against itself and writes them as .mat files into a
folder, which eXtreme Gammon and GNU Backgammon import: 000001.mat is a session of 100 money
games. With --match, each match has a file. Analyse the files with the other program, save them as
.xg or .sgf, and read the error rates with "bench campaign pr".

The same command resumes after an interruption; a larger --games continues the campaign.

Example:
   gammonlab bench campaign play --player net:default,plies=2 --out campaign
   gammonlab bench campaign play --player net:large --match 7 --games 200 --out matches`,
		Flags: append(cliutil.FlagsOf(new(campaign.Settings)),
			cliutil.WorkersFlag(),
			&cli.StringFlag{Name: "out", Category: cliutil.OutputGroup, Usage: "write the games into `FOLDER`"}),
		Action: cliutil.NoArguments(playCampaign, "out"),
	}
}

// campaignIsThere reports whether the command continues a campaign.
func campaignIsThere(c *cli.Context) bool { return campaign.Exists(c.String("out")) }

// playCampaign runs the command.
func playCampaign(c *cli.Context) error {
	s := new(campaign.Settings)
	if err := cliutil.ReadSettings(c, s, nil); err != nil {
		return err
	}
	if err := cliutil.Opened(s.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	if c.Bool("force") {
		if err := campaign.Remove(c.String("out")); err != nil {
			return err
		}
	}
	folder, err := campaign.Open(c.String("out"), s)
	if err != nil {
		return err
	}
	match := folder.Match()
	if match == nil {
		cliutil.Note(c, "%s has all games", c.String("out"))
		return nil
	}
	match.Workers = cliutil.Workers(c)
	bar := cliutil.NewBar(c, "campaign", "games")
	bar.Begin(int64(folder.Played()), int64(s.Games))
	match.Observers = append(match.Observers, evalbench.OnProgress(func(*evalbench.Result) error {
		bar.Set(int64(folder.Played()))
		return nil
	}))
	_, err = match.Run(bar.Watch(c.Context))
	bar.Finish()
	err = errors.Join(err, folder.Flush())
	return cliutil.Resumable(err, "the games are kept in %s; resume with the same command", c.String("out"))
}

func campaignRatesCommand() *cli.Command {
	return &cli.Command{
		Name:      "pr",
		Usage:     "print the error rates of a campaign by the analyses of another program",
		ArgsUsage: "FOLDER [FILE...]",
		Description: `Reads the analyses in files of eXtreme Gammon (.xg) and GNU Backgammon (.sgf), and prints the
performance rating (PR) and other error rates of both sides together, with 95% intervals over
games. Without files it reads those in FOLDER, in which "bench campaign play" wrote the games. A
FILE can be a folder. Errors are those that the other program computed; this program only counts
the decisions, see docs/analysis.md. A file with other games is refused.

Example:
   gammonlab bench campaign pr campaign
   gammonlab bench campaign pr --json campaign analysed/*.xg`,
		Flags:  []cli.Flag{cliutil.METFlag(), cliutil.JSONFlag(campaign.Result{})},
		Action: campaignRates,
	}
}

// campaignRates runs the command.
func campaignRates(c *cli.Context) error {
	paths, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	files, err := analysedFiles(paths[0], paths[1:])
	if err != nil {
		return err
	}
	met := named.MET{}
	if met.Table, err = cube.FindMET(c.String("met")); err != nil {
		return err
	}
	result, err := campaign.Read(paths[0], files, met)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, result)
}

// analysedFiles returns the records in paths, by default those in the campaign's folder
// that are not its games.
func analysedFiles(folder string, paths []string) ([]string, error) {
	own := len(paths) == 0
	if own {
		paths = []string{folder}
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
		return nil, cliutil.Usagef("%s has no analysed files: import its .mat files into another program, analyse them and save them as .xg or .sgf", folder)
	}
	return files, nil
}
