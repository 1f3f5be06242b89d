package chart

import "path/filepath"

// Extensions returns the extensions of a chart's files, see [Save].
func Extensions() []string { return []string{".png", ".svg"} }

// Save draws a chart into a folder, as a PNG and an SVG file of the given name, and returns the
// files. After an error these are the files that were written.
func Save(folder, name string, c interface{ Write(path string) error }) (files []string, err error) {
	for _, ext := range Extensions() {
		path := filepath.Join(folder, name+ext)
		if err := c.Write(path); err != nil {
			return files, err
		}
		files = append(files, path)
	}
	return files, nil
}
