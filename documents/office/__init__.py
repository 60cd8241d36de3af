"""Files of office programs: docx, odt, xlsx by their XML; doc, wps, xls through a converter."""
