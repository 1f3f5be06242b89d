// Package export writes reports to files. The extension of a file determines its format.
//
// Not for other modules.
package export

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gammonlab/board/picture"
	"gammonlab/board/raster"
	"gammonlab/board/svg"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/latex"
	"gammonlab/evalbench/analyses/report/pdf"
	"gammonlab/evalbench/analyses/report/plain"
	"gammonlab/internal/atomicfile"
)

// documents has the writers of whole reports, by extension.
var documents = map[string]func(io.Writer, *report.Document) error{
	".html": report.HTML, ".pdf": pdf.Write, ".tex": latex.Write, ".txt": plain.Write,
}

// pictures has the writers of pictures, by extension.
var pictures = map[string]func(io.Writer, picture.Picture) error{
	".png": raster.Write,
	".svg": func(w io.Writer, p picture.Picture) error {
		_, err := io.WriteString(w, svg.Draw(p, false))
		return err
	},
}

// Extensions lists the extensions of the supported formats.
var Extensions = []string{".html", ".pdf", ".tex", ".txt", ".svg", ".png"}

// Check returns an error if the extension of a file is not in [Extensions].
func Check(path string) error {
	if extension := extensionOf(path); !slices.Contains(Extensions, extension) {
		return fmt.Errorf("%s has the extension %q, want one of %s", path, extension, strings.Join(Extensions, " "))
	}
	return nil
}

func extensionOf(path string) string { return strings.ToLower(filepath.Ext(path)) }

// File writes a report. In a picture format it writes only the boards, or the maps of all throws. One
// picture is written to path. Several are written to one file each, with a hyphen and the
// picture's number before the extension: the game and the decision, or the position. A
// report without boards is then an error.
func File(path string, d *report.Document) error {
	if err := Check(path); err != nil {
		return err
	}
	extension := extensionOf(path)
	if write := documents[extension]; write != nil {
		return atomicfile.Write(path, func(w io.Writer) error { return write(w, d) })
	}
	boards := boardsOf(d)
	if len(boards) == 0 {
		return fmt.Errorf("%s: no board to draw: the report shows no decision with one", path)
	}
	base := path[:len(path)-len(extension)]
	for _, e := range boards {
		if len(boards) > 1 {
			path = base + "-" + e.Figure + filepath.Ext(path)
		}
		if err := atomicfile.Write(path, func(w io.Writer) error { return pictures[extension](w, e.Picture()) }); err != nil {
			return err
		}
	}
	return nil
}

// Numbered returns the existing files, sorted, whose names are those that [File] gives to
// the pictures of several boards.
func Numbered(path string) []string {
	extension := filepath.Ext(path)
	if pictures[strings.ToLower(extension)] == nil {
		return nil
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // File returns the error
	}
	name := regexp.MustCompile("^" + regexp.QuoteMeta(strings.TrimSuffix(filepath.Base(path), extension)) + `-[0-9-]+` + regexp.QuoteMeta(extension) + "$")
	var all []string
	for _, f := range files {
		if name.MatchString(f.Name()) {
			all = append(all, filepath.Join(filepath.Dir(path), f.Name()))
		}
	}
	return all
}

// boardsOf returns the entries with a board.
func boardsOf(d *report.Document) []*report.Entry {
	var all []*report.Entry
	for i := range d.Sections {
		for k := range d.Sections[i].Entries {
			if e := &d.Sections[i].Entries[k]; e.Board != nil {
				all = append(all, e)
			}
		}
	}
	return all
}
