"""What books print in their own way or was misread, in the forms that the grammar knows."""
